"""torch._numpy where it follows torch, or numpy more closely than tensors do: a number beside arrays in an index, types, errors."""

import torch._numpy as np


def attempt(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


a = np.arange(24).reshape(2, 3, 4)
print(a[0, :, [0, 1]])
print(a[0, :, np.array([True, False, True, False])].shape, a[:, 0, [0, 1]].shape, a[0, np.array([[0], [1]]), :].shape)
a[0, :, [0, 1]] = 5
print(a[0])
print(np.square([1, 2]), np.trunc([True, False]), np.fabs([1, -2]))
print(np.identity(2), np.tri(2), np.fft.fftfreq(4))
print(np.histogram([1, 2, 2, 3], bins=3), np.argmax(np.array([False, True])))
attempt(np.subtract, np.array([True]), 2)
attempt(np.add, np.array([1.0]), np.array([1.0]), dtype="i4")
attempt(np.add, np.array([1.0]), np.array([1.0]), out=np.zeros(1, dtype=int))
attempt(np.sum, a, where=a > 3)
attempt(np.all, a, axis=(0, 0))
m = np.array([[2.0, 1.0], [1.0, 3.0]])
attempt(np.linalg.eigh, m)
attempt(np.linalg.eigvals, m)
attempt(np.linalg.slogdet, m)
attempt(np.linalg.inv, np.zeros((2, 2)))
attempt(np.linalg.det, np.ones(3))
