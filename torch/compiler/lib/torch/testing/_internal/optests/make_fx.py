"""Whether the graph that is recorded of a function computes what the function does."""

import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._utils import wrapper_set_seed
from torch.utils import _pytree as pytree

from .aot_autograd import _without_tensors


def make_fx_check(func, args, kwargs, tracing_mode, assert_close=torch.testing.assert_close, randomize_data=False):
    f, tensors = _without_tensors(func, args, kwargs)
    traced = make_fx(lambda *given: f(given), tracing_mode=tracing_mode)(*tensors)
    msg = (f"op(*args, **kwargs) and make_fx(op)(*args, **kwargs) produced different values. This could mean that your abstract impls (meta/FakeTensor impls) are incorrect, that your operator "
           f"is not completely traceable (e.g., it relies on some global state), or that there is a bug in make_fx. Note that if you passed a python function (and not an operator) to "
           f"make_fx_check, it is still possible that the python function will still work with torch.compile because it handles capturing pieces of your python code to compile.")
    given = [x.detach().mul(1.5) if randomize_data and x.dtype.is_floating_point else x for x in tensors]
    try:
        expected = wrapper_set_seed(f, given)
    except Exception:
        if randomize_data:
            return
        raise
    result = wrapper_set_seed(lambda xs: traced(*xs), given)
    assert_close(result, expected, msg=msg)
