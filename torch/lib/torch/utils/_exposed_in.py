"""Functions that say they are from another module."""


def exposed_in(module):
    def wrapper(fn):
        fn.__module__ = module
        return fn

    return wrapper
