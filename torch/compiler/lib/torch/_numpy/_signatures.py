"""What the functions that are no universal ones take: names of functions, then of their parameters. @ stands before what must be an array or become one, ! before
what may only have the value that it has by default."""

_TABLE = """
all alltrue any sometrue: @a axis out keepdims !where
allclose isclose: @a @b rtol atol equal_nan
amax amin max min: @a axis out keepdims !initial !where
angle: @z deg
append: @arr @values axis
arange: start stop step dtype !like
argmax argmin ptp: @a axis out keepdims
argsort sort: @a axis kind !order
argwhere flatnonzero imag min_scalar_type ndim nonzero real shape: @a
around round round_: @a decimals out
array_equal: @a1 @a2 equal_nan
array_equiv: @a1 @a2
array_split split: @ary indices_or_sections axis
atleast_1d atleast_2d atleast_3d: @*arys
average: @a axis weights returned keepdims
bartlett blackman hamming hanning: M
bincount: @x weights minlength
broadcast_arrays: @*args !subok
broadcast_to: @array shape !subok
choose: @a choices out !mode
clip: @a min max out
column_stack dstack hstack row_stack vstack: tup dtype casting
concatenate: ar_tuple axis out dtype casting
convolve correlate: @a @v mode
copy: @a !order !subok
copyto: dst @src casting !where
corrcoef: @x y rowvar bias ddof dtype
count_nonzero: @a axis keepdims
cov: @m y rowvar bias ddof fweights aweights dtype
cross: @a @b axisa axisb axisc axis
cumprod cumproduct cumsum: @a axis dtype out
diag diagflat: @v k
divmod: @x1 @x2 out1 out2 out where casting order dtype subok signature extobj
diag_indices: n ndim
diag_indices_from: @arr
diagonal: @a offset axis1 axis2
diff: @a n axis prepend append
dot outer: @a @b out
dsplit hsplit vsplit: @ary indices_or_sections
einsum: *operands out dtype order casting optimize
empty ones zeros: shape dtype !order !like
empty_like: @prototype dtype !order !subok shape
expand_dims size squeeze: @a axis
eye: N M k dtype !order !like
fill_diagonal: @a @val wrap
flip: @m axis
fliplr flipud: @m
full: shape @fill_value dtype !order !like
full_like: @a fill_value dtype !order !subok shape
geomspace: @start @stop num endpoint dtype axis
gradient: @f *varargs axis edge_order
histogram: @a @bins range normed weights density
histogram2d: x y bins range normed weights density
histogramdd: sample bins range normed weights density
i0 iscomplex iscomplexobj isreal isrealobj sinc: @x
identity: n dtype !like
indices: dimensions dtype sparse
inner kron vdot: @a @b
isneginf isposinf: @x out
kaiser: M beta
linspace: @start @stop num endpoint retstep dtype axis
logspace: start stop num endpoint base dtype axis
mean: @a axis dtype out keepdims !where
median: @a axis out overwrite_input keepdims
meshgrid: @*xi copy sparse indexing
moveaxis: @a source destination
nan_to_num: @x !copy nan posinf neginf
ones_like zeros_like: @a dtype !order !subok shape
pad: @array @pad_width mode kwargs
percentile quantile: @a @q axis out overwrite_input method keepdims !interpolation
prod product sum: @a axis dtype out keepdims !initial !where
put: a @indices @values !mode
put_along_axis: @arr @indices @values axis
ravel: @a !order
real_if_close: @a tol
repeat: @a repeats axis
reshape: @a newshape !order
resize: @a new_shape
roll: @a shift axis
rollaxis: @a axis start
rot90: @m k axes
searchsorted: @a @v side sorter
stack: arrays axis out dtype casting
std var: @a axis dtype out ddof keepdims !where
swapaxes: @a axis1 axis2
take: @a @indices axis out !mode
take_along_axis: @arr @indices axis
tensordot: @a @b axes
tile: @A reps
trace: @a offset axis1 axis2 dtype out
transpose: @a axes
tri: N M k dtype !like
tril triu: @m k
tril_indices triu_indices: n k m
tril_indices_from triu_indices_from: @arr k
unique: @ar !return_index return_inverse return_counts axis !equal_nan
vander: @x N increasing
where: @condition x y
"""
_DEFAULTS = {"where": (None,), "initial": (None,), "like": (None,), "order": (None, "K", "C"), "subok": (False,), "mode": ("raise",), "copy": (True,), "interpolation": (None,),
             "return_index": (False,), "equal_nan": (True,)}
_PARAMETERS = {name: parameters.split() for names, parameters in (row.split(": ") for row in _TABLE.strip().split("\n")) for name in names.split()}


def _name(parameter):
    return parameter.lstrip("@!*")


def check(function, args, kwargs):
    """Refuses arguments that a function does not have, what is no array where one belongs, and values that mean something else than the default."""
    from torch._numpy._ndarray import asarray

    parameters = _PARAMETERS.get(function)
    if parameters is None:
        return
    names = [_name(p) for p in parameters]
    for keyword in kwargs:
        if keyword not in names and names[-1] not in ("kwargs", "kwds"):
            raise TypeError(f"{function}() got an unexpected keyword argument '{keyword}'")
    given = dict(kwargs)
    for i, arg in enumerate(args):
        if parameters[0].startswith("@*"):
            asarray(arg) if isinstance(arg, str) or arg is None else None
        elif i < len(names):
            given[names[i]] = arg
    for parameter, name in zip(parameters, names):
        if name not in given or parameter.startswith("@*"):
            continue
        value = given[name]
        if parameter[0] == "!" and hasattr(value, "tensor"):
            bool(value.tensor)
        if parameter[0] == "!" and not any(value is default or type(value) is type(default) and value == default for default in _DEFAULTS[name]):
            raise NotImplementedError(f"'{name}' parameter is not supported.")
        if parameter[0] == "@" and (isinstance(value, str) or value is None):
            asarray(value)
