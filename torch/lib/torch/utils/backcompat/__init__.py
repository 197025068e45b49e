"""Warnings about old broadcasting."""


class Warning:
    def __init__(self):
        self.enabled = False

    def set_enabled(self, value):
        self.enabled = value

    def get_enabled(self):
        return self.enabled


broadcast_warning = Warning()
keepdim_warning = Warning()
