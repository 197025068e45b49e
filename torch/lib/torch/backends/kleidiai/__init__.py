"""KleidiAI is not there."""


def is_available():
    return False
