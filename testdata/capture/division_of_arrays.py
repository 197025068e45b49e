"""Compiled code on arrays divides whole numbers as torch does: in its default type."""

import numpy as np
import torch

CASES = {
    "quotient": lambda a, b: a / b, "divide": lambda a, b: np.divide(a, b), "by a number": lambda a, b: a / 2, "by a real number": lambda a, b: a / 2.0, "of a number": lambda a, b: 2 / a,
    "of sums": lambda a, b: a.sum() / b.sum(), "by the size": lambda a, b: a / a.size, "arctan2": np.arctan2, "copysign": np.copysign, "heaviside": np.heaviside, "ldexp": np.ldexp,
    "reciprocal": lambda a, b: np.reciprocal(a), "float_power": np.float_power, "mean": lambda a, b: a.mean(), "sqrt": lambda a, b: np.sqrt(a), "whole": lambda a, b: a // b,
}
for dtype in (np.int64, np.int8, np.float64):
    a, b = np.array([1, 2, 3], dtype), np.array([1, 1, 2], dtype)
    for name, f in CASES.items():
        if (name, dtype) != ("ldexp", np.float64):
            made = np.asarray(torch.compile(lambda a, b: f(a, b), backend="eager")(a, b))
            print(np.dtype(dtype), name, made.dtype, made.tolist())
        torch._dynamo.reset()
