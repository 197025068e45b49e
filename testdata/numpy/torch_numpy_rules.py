# numpy's functions over tensors, called and compiled: which types results have, what counts as an axis, and what is refused
import warnings

import numpy
import torch
import torch._dynamo
import torch._numpy

warnings.simplefilter("ignore")
EXPRESSIONS = """
std(z) | var(a, axis=()) | all(b, keepdims=True) | any(b, axis=()) | count_nonzero(a, axis=1, keepdims=True) | cumsum(i1) | cumprod(u) | argmax(f, keepdims=True) | prod(f, axis=[0])
median(f, axis=[0]) | sum(f, keepdims=1) | sinc(v) | angle(v) | i0(v) | cbrt(f) | dot(i1, 300) | dot(f4, 2.5) | inner(b, b) | kron(f4, 2.5) | vdot(f4, v) | outer(v, v) | less(i1, 300)
nextafter(f4, 2.5) | divmod(f4, 2.5) | where(v > 1, 1.5, v) | where(v > 1, v, f4) | clip(a, 0.5, 2) | take(a, [[0, 1], [1, 0]], axis=1) | vstack([v, f4])
concatenate([v, f4], dtype="f4", casting="unsafe") | trace(i1.reshape(1, 3)) | diff(v, prepend=0) | diff(v, n=0) | bincount(v) | vander(f4) | modf(f4) | fft.fft(f4).dtype.name
matmul(b, b.T) | transpose(z) | expand_dims(v, (0, 2)) | float_power(i1, 2)
"""
REFUSED = """
add(i1, 300) | heaviside(b, 1) | sort("a") | sort(z) | sort(c) | argmax(c) | cumsum(b) | cumsum(f, axis=(0, 1)) | sum(v, where=[True]) | zeros(3, order="F") | sort(v, out=v) | dot(v, v, dtype="f4")
rot90(v) | diagonal(a, axis1=5) | diff(z) | clip(a) | arange(0, 10, 0) | stack([]) | concatenate([v, v], dtype="f4", casting="no") | bincount([1.5]) | expand_dims(v, (0, 0)) | copyto(a, 2.5)
divmod(v, v, v) | outer(a, v) | take(v, [0], mode="clip")
"""


def arrays(np):
    return dict(a=np.arange(6).reshape(2, 3), f=np.array([[1.5, -2.5, 3.0], [0.0, 4.0, -1.0]]), f4=np.array([1.0, 2.0, 4.0], dtype="float32"), i1=np.array([1, 2, 3], dtype="int8"),
                u=np.array([1, 2, 250], dtype="uint8"), b=np.array([[True, False, True], [False, False, True]]), c=np.array([1 + 2j, 3 - 1j]), v=np.array([3, 1, 2]), z=np.array(3))


def shown(value):
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(map(shown, value)) + "]"
    if hasattr(value, "tolist"):
        numbers = value.ravel().tolist()
        return f"{value.dtype.name.rstrip('_')}{tuple(value.shape)} {[round(x, 4) if isinstance(x, float) else x for x in numbers]}"
    return repr(value)


def each(text):
    return [e.strip() for e in text.replace("\n", "|").split("|") if e.strip()]


tensors = arrays(torch._numpy)
for e in each(EXPRESSIONS):
    print(e, "=", shown(eval("np." + e, {"np": torch._numpy, **tensors})))
    given = arrays(numpy)
    scope = {"np": numpy}
    exec(f"def function({', '.join(given)}):\n    return np.{e}", scope)
    torch._dynamo.reset()
    if e not in ("fft.fft(f4).dtype.name", "divmod(f4, 2.5)"):
        print("   compiled", shown(torch.compile(scope["function"], backend="eager")(**given)))
for e in each(REFUSED):
    try:
        print(e, "=", shown(eval("np." + e, {"np": torch._numpy, **tensors})))
    except Exception as error:
        print(e, "!", type(error).__name__)
print(torch.cov(torch.tensor(3.0), correction=0), torch._numpy.result_type(3, "i1"), torch._numpy.common_type(tensors["v"], tensors["f4"]), torch._numpy.linalg.matrix_rank(0))
print(torch._numpy.arange(3, 0), torch._numpy.linalg.matrix_power([[1, 2], [3, 4]], 2), numpy.round(numpy.array([3 + 1j]), 5).tolist())
