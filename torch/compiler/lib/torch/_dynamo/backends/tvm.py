"""The backend that compiles with TVM, which is not there."""


def has_tvm():
    return False
