"""Classes of C++ libraries: there are none."""


def init_torchbind_implementations():
    raise NotImplementedError("magneto loads no classes of C++ libraries")
