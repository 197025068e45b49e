"""Static runtime is not supported."""


class StaticModule:
    def __init__(self, scripted):
        raise NotImplementedError("magneto has no static runtime")
