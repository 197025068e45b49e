"""Which classes of module numbers the scalars of numpy belong to."""
import numbers
import torch
x = torch.ones(1).numpy()[0]
import numpy as np
for t in np.bool_, np.int8, np.uint64, np.float16, np.float32, np.float64, np.complex64, np.str_, np.number, np.generic, np.inexact:
    print(t.__name__, [issubclass(t, a) for a in (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral)])
print(isinstance(x, numbers.Real), isinstance(np.ones(1), numbers.Number), isinstance(torch.ones(1), numbers.Number))
