# What tracing says of values that are no context managers, of sorting tensors, of class statements, and of native functions.
import heapq
import struct
import zlib

import torch


class Plain:
    pass


plain = Plain()


def int_entered(x):
    with 3:
        return x


def object_entered(x):
    with plain:
        return x


def list_entered(x):
    with [1]:
        return x


def tensors_sorted(x):
    return sorted([x, x + 1])


def list_sorted(x):
    y = [x, x + 1]
    y.sort()
    return y


def class_of_error(x):
    class E(Exception):
        pass

    return x


def class_of_list(x):
    class L(list):
        pass

    return x


def class_of_class(x):
    class P(Plain):
        pass

    return x


def heap(x):
    return heapq.heapify([1]), x + 1


def checksum(x):
    return zlib.crc32(b"a"), x + 1


def packed(x):
    return struct.calcsize("ii"), x + 1


for fn in (int_entered, object_entered, list_entered, tensors_sorted, list_sorted, class_of_error, class_of_list, class_of_class, heap, checksum, packed):
    torch._dynamo.reset()
    try:
        print(fn.__name__, torch.compile(fn, backend="eager", fullgraph=True)(torch.tensor(2)))
    except torch._dynamo.exc.Unsupported as e:
        print(fn.__name__, str(e).split("\n For more details")[0])
