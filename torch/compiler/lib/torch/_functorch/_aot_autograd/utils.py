"""Functions that take their arguments as one list."""

import functools


def make_boxed_func(f):
    def g(args):
        return f(*args)

    g._boxed_call = True
    return g


def make_boxed_compiler(compiler):
    @functools.wraps(compiler)
    def compile(fx_g, inps):
        return make_boxed_func(compiler(fx_g, inps))

    return compile
