"""Arrays."""
import torch

from torch._numpy import _dtypes
from torch._numpy._util import ArgumentError, _coerce_to_tensor, is_sequence


def _function(name):
    from torch._numpy import _funcs

    return _funcs.find(name)


class Flags:
    def __init__(self, flags):
        self._flags = flags

    def __getattr__(self, name):
        if name in ("c_contiguous", "f_contiguous", "writeable", "owndata", "forc", "fnc", "contiguous", "carray", "farray", "behaved"):
            return self[name]
        raise AttributeError(f"No flag attribute '{name}'")

    def __getitem__(self, key):
        short = {"C": "C_CONTIGUOUS", "F": "F_CONTIGUOUS", "CONTIGUOUS": "C_CONTIGUOUS", "W": "WRITEABLE", "O": "OWNDATA"}
        key = short.get(key.upper(), key.upper())
        if key not in self._flags:
            raise KeyError(f"No flag key '{key}'")
        return self._flags[key]

    def __setattr__(self, name, value):
        if name == "_flags":
            object.__setattr__(self, name, value)
        else:
            raise NotImplementedError("Modifying flags is not implemented")


def _operation(name, swapped=False):
    def method(self, other):
        return _function(name)(other, self) if swapped else _function(name)(self, other)

    return method


def _in_place(name):
    def method(self, other):
        return _function(name)(self, other, out=self)

    return method


def _named(name):
    def method(self, *args, **kwargs):
        return _function(name)(self, *args, **kwargs)

    method.__name__ = name
    return method


class ndarray:
    def __init__(self, t=None):
        if t is None:
            self.tensor = torch.Tensor()
        elif isinstance(t, torch.Tensor):
            self.tensor = t
        else:
            raise ValueError("ndarray constructor is not recommended; prefereither array(...) or zeros/empty(...)")

    for _name in ("clip nonzero repeat round squeeze swapaxes ravel diagonal dot trace argsort searchsorted argmax argmin any all max min ptp sum prod mean var std cumsum cumprod take choose "
                  "conj conjugate").split():
        locals()[_name] = _named(_name)
    for _name, _of in (("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("truediv", "divide"), ("floordiv", "floor_divide"), ("pow", "power"), ("mod", "remainder"),
                       ("and", "bitwise_and"), ("or", "bitwise_or"), ("xor", "bitwise_xor"), ("lshift", "left_shift"), ("rshift", "right_shift"), ("matmul", "matmul")):
        locals()[f"__{_name}__"], locals()[f"__r{_name}__"], locals()[f"__i{_name}__"] = _operation(_of), _operation(_of, True), _in_place(_of)
    for _name, _of in (("gt", "greater"), ("lt", "less"), ("ge", "greater_equal"), ("le", "less_equal"), ("divmod", "divmod")):
        locals()[f"__{_name}__"] = _operation(_of)
    __rdivmod__ = _operation("divmod", True)
    del _name, _of

    def __abs__(self):
        return _function("absolute")(self)

    def __invert__(self):
        return _function("invert")(self)

    def __pos__(self):
        return _function("positive")(self)

    def __neg__(self):
        return _function("negative")(self)

    def __eq__(self, other):
        try:
            return _function("equal")(self, other)
        except (RuntimeError, TypeError, NotImplementedError):
            return asarray(torch.full(self.tensor.shape, False))

    def __ne__(self, other):
        return ~(self == other)

    __hash__ = None

    @property
    def shape(self):
        return tuple(self.tensor.shape)

    @shape.setter
    def shape(self, value):
        self.tensor = self.tensor.reshape(value)

    @property
    def size(self):
        return self.tensor.numel()

    @property
    def ndim(self):
        return self.tensor.ndim

    @property
    def dtype(self):
        return _dtypes.dtype(self.tensor.dtype)

    @property
    def strides(self):
        return tuple(s * self.tensor.element_size() for s in self.tensor.stride())

    @property
    def itemsize(self):
        return self.tensor.element_size()

    @property
    def nbytes(self):
        return self.tensor.numel() * self.tensor.element_size()

    @property
    def flags(self):
        return Flags({"C_CONTIGUOUS": self.tensor.is_contiguous(), "F_CONTIGUOUS": self.T.tensor.is_contiguous(), "OWNDATA": self.tensor._base is None, "WRITEABLE": True})

    @property
    def data(self):
        return self.tensor.data_ptr()

    @property
    def T(self):
        return self.transpose()

    @property
    def real(self):
        return _function("real")(self)

    @real.setter
    def real(self, value):
        self.tensor.real = asarray(value).tensor

    @property
    def imag(self):
        return _function("imag")(self)

    @imag.setter
    def imag(self, value):
        self.tensor.imag = asarray(value).tensor

    @property
    def flat(self):
        return self.flatten()

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        _plain_order(order)
        if copy is False:
            raise NotImplementedError("astype(..., copy=False is not implemented.")
        if casting != "unsafe" or subok is not True or copy is not True:
            raise NotImplementedError(f"astype(casting={casting!r}, subok={subok!r}, copy={copy!r}) is not supported.")
        return ndarray(self.tensor.to(_dtypes.dtype(dtype).torch_dtype))

    def copy(self, order="C"):
        _plain_order(order)
        return ndarray(self.tensor.clone())

    def flatten(self, order="C"):
        _plain_order(order)
        return ndarray(torch.flatten(self.tensor.clone()))

    def view(self, dtype=None, type=None):
        return ndarray(self.tensor.view(_dtypes.dtype(dtype).torch_dtype) if dtype is not None else self.tensor)

    def resize(self, *new_shape, refcheck=False):
        if refcheck:
            raise NotImplementedError("resize(..., refcheck=True) is not implemented.")
        sizes = new_shape[0] if len(new_shape) == 1 and is_sequence(new_shape[0]) else new_shape
        old = self.tensor.numel()
        if any(s < 0 for s in sizes):
            raise ValueError("all elements of `new_shape` must be non-negative")
        self.tensor.resize_(sizes)
        if self.tensor.numel() > old:
            self.tensor.flatten()[old:] = 0

    def fill(self, value):
        self.tensor.fill_(value if not isinstance(value, ndarray) else value.tensor)

    def tolist(self):
        return self.tensor.tolist()

    def item(self, *args):
        if args == ():
            if self.tensor.numel() != 1:
                raise ArgumentError("can only convert an array of size 1 to a Python scalar")
            return self.tensor.item()
        return self.ravel()[args[0]] if len(args) == 1 else self[args]

    def transpose(self, *axes):
        return _function("transpose")(self, *axes)

    def reshape(self, *shape, order="C"):
        _plain_order(order)
        return ndarray(self.tensor.reshape(ints_of(shape)))

    def sort(self, axis=-1, kind=None, order=None):
        self.tensor.copy_(_function("sort")(self, axis).tensor)

    def put(self, ind, v, mode="raise"):
        return _function("put")(self, ind, v, mode)

    def is_integer(self):
        return bool(self.tensor.item() == int(self.tensor.item()))

    def __iter__(self):
        return (ndarray(x) for x in self.tensor.__iter__())

    def __str__(self):
        return str(self.tensor).replace("tensor", "torch.ndarray").replace("dtype=torch.", "dtype=")

    __repr__ = __str__

    def __index__(self):
        try:
            return self.tensor.item().__index__()
        except Exception:
            raise TypeError("only integer scalar arrays can be converted to a scalar index") from None

    def __bool__(self):
        return bool(self.tensor)

    def __int__(self):
        return int(self.tensor)

    def __float__(self):
        return float(self.tensor)

    def __complex__(self):
        return complex(self.tensor)

    def __len__(self):
        return self.tensor.shape[0]

    def __contains__(self, x):
        return x in self.tensor.__iter__() if not isinstance(x, ndarray) else x.tensor in self.tensor

    def __getitem__(self, index):
        return ndarray(_getitem(self.tensor, index))

    def __setitem__(self, index, value):
        if isinstance(value, ndarray):
            value = value.tensor
        elif not isinstance(value, (int, float, complex, bool)):
            value = asarray(value).tensor
        if isinstance(value, torch.Tensor):
            value = value.to(self.tensor.dtype)
            while value.dim() > self.tensor.dim() and value.shape[0] == 1:
                value = value.squeeze(0)
        self.tensor[_plain_index(index)] = value

    def __dlpack__(self, *, stream=None):
        return self.tensor.__dlpack__(stream=stream)

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


def _plain_order(order):
    if order not in ("C", "K", "A", None):
        raise NotImplementedError("'order' parameter is not supported.")


def ints_of(shape):
    sizes = shape[0] if len(shape) == 1 and is_sequence(shape[0]) else shape
    return tuple(int(s) for s in sizes)


def _plain_index(index):
    """An index without arrays; numbers of no dimension are integers."""
    def one(i):
        if isinstance(i, ndarray):
            t = i.tensor
            return t if t.dtype == torch.bool or t.dim() or t.dtype.is_floating_point else int(t)
        if isinstance(i, (list, tuple)):
            t = asarray(i).tensor
            return t if t.numel() else t.long()
        if isinstance(i, slice):
            return slice(*(int(v) if isinstance(v, ndarray) else v for v in (i.start, i.stop, i.step)))
        return i

    if not isinstance(index, tuple):
        return one(index)
    index = tuple(map(one, index))
    if any(isinstance(i, torch.Tensor) for i in index):  # a number beside arrays is one of them, which says where their dimensions go
        return tuple(torch.tensor([i]) if isinstance(i, int) and not isinstance(i, bool) else i for i in index)
    return index


def _getitem(tensor, index):
    """Indexing with steps that go backwards, which tensors have not."""
    index = _plain_index(index)
    items = index if isinstance(index, tuple) else (index,)
    turned = [i for i in items if isinstance(i, slice) and i.step is not None and i.step < 0]
    if not turned:
        return tensor[index]
    at = 0
    out, given = [], sum(1 for i in items if i is not None and i is not Ellipsis)
    for i in items:
        if i is Ellipsis:
            at += tensor.dim() - given
        elif isinstance(i, slice) and i.step is not None and i.step < 0:
            places = range(*i.indices(tensor.shape[at]))
            tensor = tensor.index_select(at, torch.tensor(list(places), dtype=torch.int64))
            i, at = slice(None), at + 1
        elif i is not None:
            at += 1
        out.append(i)
    return tensor[tuple(out)]


def array(obj, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, like=None):
    if subok is not False:
        raise NotImplementedError("'subok' parameter is not supported.")
    if like is not None:
        raise NotImplementedError("'like' parameter is not supported.")
    if order not in ("K", "C"):
        raise NotImplementedError
    if isinstance(obj, ndarray) and not copy and dtype is None and ndmin <= obj.ndim:
        return obj
    return ndarray(_coerce_to_tensor(obj, _dtypes.dtype(dtype).torch_dtype if dtype is not None else None, copy, ndmin))


def asarray(a, dtype=None, order="K", *, like=None):
    return array(a, dtype=dtype, order=order, like=like, copy=False, ndmin=0)


def ascontiguousarray(a, dtype=None, *, like=None):
    a = asarray(a, dtype=dtype)
    return a if a.flags.c_contiguous else ndarray(a.tensor.contiguous())


def from_dlpack(x, /):
    return ndarray(torch.from_dlpack(x))


def can_cast(from_, to, casting="safe"):
    import numpy

    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise KeyError(casting)
    return numpy.can_cast(_plain_name(asarray(from_) if isinstance(from_, (int, float, complex)) else from_), _plain_name(to), casting=casting)


def result_type(*arrays_and_dtypes):
    import numpy

    if not arrays_and_dtypes:
        raise IndexError("tuple index out of range")

    def one(x):
        if isinstance(x, ndarray):
            return x.tensor.detach().numpy() if x.ndim else numpy.dtype(_plain_name(x.dtype))
        if isinstance(x, (int, float, complex)):
            return numpy.dtype(_plain_name(asarray(x)))
        return numpy.dtype(_plain_name(x)) if not isinstance(x, (list, tuple)) else numpy.asarray(x)

    return _dtypes.dtype(numpy.result_type(*map(one, arrays_and_dtypes)).name)


def _plain_name(x):
    return _dtypes.dtype(x.dtype if isinstance(x, ndarray) else x).name.rstrip("_")
