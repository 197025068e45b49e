package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Call forms: the functions and methods of scripts that are no operators of their own. A form has a signature, brings its
// arguments to operator calls or to an answer that needs none, and is written against values, so that it holds for tensors and
// for descriptions with symbolic sizes, called and traced. It is an entry that is all decomposition; torch.ops has none of
// them (onlyScripts). Arrange brings positional arguments in front of the signature where scripts have them otherwise.

const asForm = asMethod | onlyScripts

// asked makes the decompositions of questions about a tensor (Ask) and about one of its dimensions (AskDim).
func (e *entry) asked() {
	switch {
	case e.Ask != nil:
		e.Decomp = func(_ *Context, a Args) []Value { return result(e.Ask(a[0])) }
	case e.AskDim != nil:
		e.Decomp = func(_ *Context, a Args) []Value { return result(e.AskDim(a[0], a.int(1))) }
	}
}

var _ = addTable([]entry{
	// sizes and strides
	{S: "size(Tensor self) -> Size", In: asForm, Ask: func(v Value) Value { return sizeList(sizesOf(v)) }},
	{S: "size.int(Tensor self, int dim) -> SymInt", In: asForm, AskDim: askSize},
	{S: "size.none(Tensor self, int? dim) -> Size", In: asForm, Ask: func(v Value) Value { return sizeList(sizesOf(v)) }},
	{S: "stride(Tensor self) -> SymInt[]", In: asForm, Ask: func(v Value) Value { return sizeList(stridesOf(v)) }},
	{S: "stride.int(Tensor self, int dim) -> SymInt", In: asForm, AskDim: askStride},
	{S: "stride.none(Tensor self, int? dim) -> SymInt[]", In: asForm, Ask: func(v Value) Value { return sizeList(stridesOf(v)) }},
	{S: "dim(Tensor self) -> int", In: asForm, Ask: func(v Value) Value { return int64(dimOf(v)) }},
	{S: "ndimension(Tensor self) -> int", In: asForm, Ask: func(v Value) Value { return int64(dimOf(v)) }},
	{S: "numel(Tensor self) -> SymInt", In: asForm | asFunction, Ask: func(v Value) Value { return intValue(numelOf(v)) }},
	{S: "nelement(Tensor self) -> SymInt", In: asForm, Ask: func(v Value) Value { return intValue(numelOf(v)) }},
	{S: "storage_offset(Tensor self) -> SymInt", In: asForm, Ask: func(v Value) Value { return intValue(offsetOf(v)) }},
	{S: "element_size(Tensor self) -> int", In: asForm, Ask: func(v Value) Value { return int64(dtypeOf(v).Size()) }},
	{S: "is_same_size(Tensor self, Tensor other) -> bool", In: asForm | asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return result(sameSizes(ctx, sizesOf(a[0]), sizesOf(a[1])))
	}},
	{S: "is_contiguous(Tensor self, *, MemoryFormat? memory_format=None) -> bool", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		format, _ := a[1].(tensor.MemoryFormat)
		if t, ok := a[0].(*tensor.Tensor); ok {
			return result(t.IsContiguousIn(format))
		}
		f := a.fake(0)
		switch format {
		case tensor.ChannelsLast:
			return result(len(f.Sizes) == 4 && ctx.hasStrides(f, channelsLastStrides(f.Sizes)))
		case tensor.ChannelsLast3d:
			return result(len(f.Sizes) == 5 && ctx.hasStrides(f, channelsLastStrides(f.Sizes)))
		}
		return result(ctx.hasStrides(f, contiguousStrides(f.Sizes)) || ctx.is(f.Numel().Eq(zero)))
	}},
	{S: "where.form(Tensor self, Tensor condition, Tensor other) -> Tensor", In: asMethod | onlyScripts, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("where.self", a[1], a[0], a[2]) }},
	{S: "where.form_scalar(Tensor self, Tensor condition, Scalar other) -> Tensor", In: asMethod | onlyScripts, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("where.ScalarOther", a[1], a[0], a[2])
	}},
	{S: "broadcast_shapes(Any[] shapes) -> Size", In: asTorchFunctional | onlyScripts, Arrange: shapesTogether, Decomp: broadcastShapes},

	{S: "sym_size(Tensor self) -> SymInt[]", In: 0, Ask: func(v Value) Value { return sizeList(sizesOf(v)) }},
	{S: "sym_size.int(Tensor self, int dim) -> SymInt", In: 0, AskDim: askSize},
	{S: "sym_stride(Tensor self) -> SymInt[]", In: 0, Ask: func(v Value) Value { return sizeList(stridesOf(v)) }},
	{S: "sym_stride.int(Tensor self, int dim) -> SymInt", In: 0, AskDim: askStride},
	{S: "sym_numel(Tensor self) -> SymInt", In: 0, Ask: func(v Value) Value { return intValue(numelOf(v)) }},
	{S: "sym_storage_offset(Tensor self) -> SymInt", In: 0, Ask: func(v Value) Value { return intValue(offsetOf(v)) }},

	// types and devices
	{S: "is_floating_point(Tensor self) -> bool", In: asForm | asFunction, Ask: func(v Value) Value { return dtypeOf(v).IsFloat() }},
	{S: "is_complex(Tensor self) -> bool", In: asForm | asFunction, Ask: func(v Value) Value { return dtypeOf(v).IsComplex() }},
	{S: "is_signed(Tensor self) -> bool", In: asForm | asFunction, Ask: func(v Value) Value { return dtypeOf(v).IsSigned() }},
	{S: "is_conj(Tensor self) -> bool", In: asForm | asFunction, Ask: func(v Value) Value { return metaOf(v).Conj }},
	{S: "is_neg(Tensor self) -> bool", In: asForm | asFunction, Ask: func(v Value) Value { return metaOf(v).Neg }},
	{S: "is_inference(Tensor self) -> bool", In: asForm | asFunction, Ask: func(v Value) Value {
		t, ok := v.(*tensor.Tensor)
		return ok && t.Inference
	}},
	{S: "get_device(Tensor self) -> int", In: asForm | asFunction, Ask: func(Value) Value { return int64(-1) }},
	{S: "result_type(Any tensor, Any other) -> ScalarType", In: asFunction | onlyScripts, Decomp: func(ctx *Context, a Args) []Value { return result(ctx.ResultType(a[0], a[1])) }},
	{S: "can_cast(ScalarType from_, ScalarType to) -> bool", In: asFunction | onlyScripts, Decomp: func(ctx *Context, a Args) []Value {
		return result(tensor.CanCast(a[0].(tensor.DType), a[1].(tensor.DType)))
	}},
	{S: "promote_types(ScalarType type1, ScalarType type2) -> ScalarType", In: asFunction | onlyScripts, Decomp: func(ctx *Context, a Args) []Value {
		return result(promote(a[0].(tensor.DType), a[1].(tensor.DType)))
	}},

	// conversions
	{S: "to.form_device(Tensor self, Device? device=None, ScalarType? dtype=None, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		switch {
		case a.none(1) && !a.none(2):
			return ctx.call("to.dtype", a[0], a[2], a[3], a[4], a[5])
		case !a.none(1) && !a.none(2):
			return ctx.call("to.device", a[0], a[1], a[2], a[3], a[4], a[5])
		case a.none(1) && !a.bool(4) && a.none(5):
			return result(a[0])
		case a.none(1):
			return ctx.call("to.dtype_layout", a[0], nil, nil, nil, nil, a[3], a[4], a[5])
		}
		return ctx.call("to.dtype_layout", a[0], dtypeOf(a[0]), tensor.Strided, a[1], nil, a[3], a[4], a[5])
	}},
	{S: "to.form_dtype(Tensor self, ScalarType dtype, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("to.dtype", a...)
	}},
	{S: "to.form_tensor(Tensor self, Tensor tensor, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("to.device", a[0], metaOf(a[1]).Device, dtypeOf(a[1]), a[2], a[3], a[4])
	}},
	{S: "cpu(Tensor self, MemoryFormat? memory_format=None) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.toLike(a[0], nil, tensor.CPU, a[1])
	}},
	{S: "type(Tensor self) -> str", In: asForm, Ask: func(v Value) Value { return LegacyTypeName(dtypeOf(v)) }},
	{S: "type.dtype(Tensor self, ScalarType? dtype, bool non_blocking=False) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		if a.none(1) {
			return result(LegacyTypeName(dtypeOf(a[0])))
		}
		return ctx.call("to.dtype", a[0], a[1], false, false, nil)
	}},
	{S: "type.class(Tensor self, TensorClass dtype, bool non_blocking=False) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("to.dtype", a[0], a[1].(TensorClass).DType, false, false, nil)
	}},
	{S: "type.name(Tensor self, Any dtype, bool non_blocking=False) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		if _, named := a[1].(string); !named {
			throw("TypeError", "dtype must be a type, str, or dtype object")
		}
		check(!strings.HasPrefix(a.str(1), "torch.cuda."), NoCUDALibrary)
		for _, d := range tensor.DTypes() {
			if LegacyTypeName(d) == a.str(1) {
				return ctx.call("to.dtype", a[0], d, false, false, nil)
			}
		}
		throw("ValueError", "invalid type: '%s'", a.str(1))
		return nil
	}},

	// results whose number or kind depends on the arguments
	{S: "nonzero.as_tuple(Tensor self, *, bool as_tuple) -> Any", In: asForm | asFunction, Decomp: func(ctx *Context, a Args) []Value {
		if a.bool(1) {
			return ctx.call("nonzero_numpy", a[0])
		}
		return ctx.call("nonzero", a[0])
	}},
	{S: "unique(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False, int? dim=None) -> Any", In: asForm | asTorchFunctional, Decomp: func(ctx *Context, a Args) []Value {
		if a.none(4) {
			return wanted(ctx.call("_unique2", a[0], a[1], a[2], a[3]), a.bool(2), a.bool(3))
		}
		return wanted(ctx.call("unique_dim", a[0], a[4], true, true, true), a.bool(2), a.bool(3))
	}},
	{S: "unique_consecutive.form(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> Any", In: asForm | asTorchFunctional, Decomp: func(ctx *Context, a Args) []Value {
		return wanted(ctx.call("unique_consecutive", a[0], a[1], a[2], a[3]), a.bool(1), a.bool(2))
	}},
	{S: "split.form_sizes(Tensor(a) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]", In: asForm, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("split_with_sizes", a...) }},
	{S: "split.form(Tensor tensor, Any split_size_or_sections, int dim=0) -> Tensor[]", In: asTorchFunctional | onlyScripts, Decomp: func(ctx *Context, a Args) []Value {
		if _, sections := a[1].([]Value); sections {
			return ctx.call("split_with_sizes", a...)
		}
		if !isInteger(a[1]) {
			throw("TypeError", "split_with_sizes(): argument 'split_sizes' (position 2) must be tuple of ints, not %s", TypeName(a[1]))
		}
		return ctx.call("split.Tensor", a[0], plainInt(a[1]), a[2])
	}},
	{S: "tensordot.form(Tensor a, Tensor b, Any dims=2) -> Tensor", In: asTorchFunctional | onlyScripts | asOut, Decomp: tensordotForm},

	// changes in place
	{S: "requires_grad_(Tensor(a!) self, bool requires_grad=True) -> Tensor(a!)", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		ctx.refuseInTransforms("Tensor.requires_grad_() (or perhaps using torch.autograd.functional.* APIs)", "requires_grad_()")
		check(!a.bool(1) || dtypeOf(a[0]).Differentiable(), "only Tensors of floating point dtype can require gradients")
		leaf, _ := ctx.Primal(a[0])
		rethrow(ctx.SetRequiresGrad(leaf, a.bool(1)))
		return result(a[0])
	}},
	{S: "resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)", In: asForm, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return resizeForm(ctx, a[0], a.syms(1))
	}},
	{S: "resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!)", In: asForm | asFunction, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return resizeForm(ctx, a[0], sizesOf(a[1]))
	}},
	{S: "polygamma.form(Tensor self, int n) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("polygamma", a[1], a[0]) }},
	{S: "polygamma_(Tensor(a!) self, int n) -> Tensor(a!)", In: asForm, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		derived := ctx.call1("polygamma", a[1], ctx.clone(a[0]))
		if kind := dtypeOf(derived); !tensor.CanCast(kind, dtypeOf(a[0])) {
			throwRuntime("result type %s can't be cast to the desired output type %s", kind.ScalarName(), dtypeOf(a[0]).ScalarName())
		}
		changed := ctx.call("copy_", a[0], derived)
		nameChange(Lookup("polygamma"), a[0], recordedNode(derived))
		return changed
	}},
	{S: "fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False) -> Tensor(a!)", In: asForm | asFunction, Decomp: fillDiagonal},
	{S: "sum_to_size(Tensor self, SymInt[] size) -> Tensor", In: asMethod, Decomp: func(ctx *Context, a Args) []Value {
		check(expandableTo(ctx, a.syms(1), sizesOf(a[0])), "size {%s} is not expandable to size {%s}.", sizesText(a.syms(1)), sizesText(sizesOf(a[0])))
		if len(a.syms(1)) == 0 {
			return result(ctx.sumAll(a[0]))
		}
		return result(sumTo(ctx, a[0], a.syms(1)))
	}},
	{S: "__reversed__(Tensor self) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
		if dimOf(a[0]) == 0 {
			return result(a[0])
		}
		return ctx.call("flip", a[0], ints(0))
	}},
})

var _ = addTable(castForms())

// castForms are the methods named after element types.
func castForms() []entry {
	var t []entry
	for _, c := range []struct {
		name  string
		dtype tensor.DType
	}{
		{"float", tensor.Float32}, {"double", tensor.Float64}, {"half", tensor.Float16}, {"bfloat16", tensor.BFloat16}, {"int", tensor.Int32}, {"long", tensor.Int64},
		{"short", tensor.Int16}, {"char", tensor.Int8}, {"byte", tensor.Uint8}, {"bool", tensor.Bool}, {"cfloat", tensor.Complex64}, {"cdouble", tensor.Complex128}, {"chalf", tensor.Complex32},
	} {
		t = append(t, entry{S: c.name + "(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor", In: asForm, Decomp: func(ctx *Context, a Args) []Value {
			return ctx.call("to.dtype", a[0], c.dtype, false, false, a[1])
		}})
	}
	return t
}

// TensorClass is a class from before dtypes as an argument, torch.FloatTensor.
type TensorClass struct{ DType tensor.DType }

// TypeName is the class of such classes.
func (TensorClass) TypeName() string { return "tensortype" }

// together makes one list of the positional arguments from number i on, unless a single one is a list already.
func together(i int) func(args []Value) []Value {
	return func(args []Value) []Value {
		if len(args) <= i {
			return args
		}
		if _, list := args[i].([]Value); list && len(args) == i+1 {
			return args
		}
		return append(append([]Value(nil), args[:i]...), append([]Value{}, args[i:]...))
	}
}

// shapesTogether makes one list of all arguments, of which each is a shape, a single one too.
func shapesTogether(args []Value) []Value {
	if len(args) == 1 {
		if list, ok := args[0].([]Value); ok && slices.ContainsFunc(list, func(v Value) bool { _, shape := v.([]Value); return shape }) {
			return args
		}
	}
	return []Value{append([]Value{}, args...)}
}

// gathered makes one list of all arguments, which must be tensors.
func gathered(args []Value) []Value {
	if text := foreignElement(args, false); text != "" {
		throw("TypeError", "%s", text)
	}
	return []Value{append([]Value{}, args...)}
}

// severalTogether is together for functions that take a single tensor in another form.
func severalTogether(args []Value) []Value {
	switch len(args) {
	case 0:
		return []Value{[]Value(nil)}
	case 1:
		return args
	}
	return together(0)(args)
}

func askSize(v Value, d int) Value {
	if t, ok := v.(*tensor.Tensor); ok {
		return int64(t.Size(knownDim(d, t.Dim())))
	}
	return intValue(sizesOf(v)[knownDim(d, dimOf(v))])
}

func askStride(v Value, d int) Value { return intValue(stridesOf(v)[knownDim(d, dimOf(v))]) }

// knownDim is a dimension of a tensor of rank n, counted from the front.
func knownDim(d, n int) int {
	if n == 0 {
		throw("IndexError", "Dimension specified as %d but tensor has no dimensions", d)
	}
	return wrapDim(d, n)
}

func stridesOf(v Value) []symbolic.Int {
	switch v := v.(type) {
	case *tensor.Tensor:
		return symbolic.Ints(v.Strides())
	case *Fake:
		return v.Strides
	}
	return nil
}

func offsetOf(v Value) symbolic.Int {
	switch v := v.(type) {
	case *tensor.Tensor:
		return sym(v.Offset())
	case *Fake:
		return v.Offset
	}
	return zero
}

// hasStrides says whether f lies in memory as want says; the strides of dimensions of one element do not matter.
func (ctx *Context) hasStrides(f *Fake, want []symbolic.Int) bool {
	for i := len(want) - 1; i >= 0; i-- {
		if f.Strides[i] != want[i] && !ctx.is(f.Sizes[i].Eq(one)) && !ctx.is(f.Strides[i].Eq(want[i])) {
			return false
		}
	}
	return true
}

func broadcastShapes(ctx *Context, a Args) []Value {
	var shapes [][]symbolic.Int
	for _, v := range a.list(0) {
		if _, list := v.([]Value); !list && !isInteger(v) {
			throw("RuntimeError", "Input shapes should be of type ints, a tuple of ints, or a list of ints, got %s", TypeName(v))
		}
		shapes = append(shapes, Args{v}.syms(0))
	}
	return result(sizeList(joinedShape(ctx, shapes, func(s []symbolic.Int) string {
		if len(s) == 1 {
			return "(" + s[0].String() + ",)"
		}
		return tupleText(s)
	})))
}

// joinedShape is what shapes are broadcast to; text shows the one that does not fit.
func joinedShape(ctx *Context, shapes [][]symbolic.Int, text func([]symbolic.Int) string) []symbolic.Int {
	n := 0
	for _, s := range shapes {
		n = max(n, len(s))
	}
	out := slices.Repeat([]symbolic.Int{one}, n)
	for at, s := range shapes {
		r := make([]symbolic.Int, n)
		for i := n - 1; i >= 0; i-- {
			x, y := out[i], one
			if k := i - (n - len(s)); k >= 0 {
				y = s[k]
			}
			switch {
			case ctx.is(y.Eq(one)) || ctx.is(x.Eq(y)):
				r[i] = x
			case ctx.is(x.Eq(one)):
				r[i] = y
			default:
				throwRuntime("Attempting to broadcast a dimension of length %s at %d! Mismatching argument at index %d had %s; but expected shape should be broadcastable to %s", y, i-n, at, text(s), sizesText(append(slices.Clone(out[:i+1]), r[i+1:]...)))
			}
		}
		out = r
	}
	return out
}

// wanted picks of (values, inverse, counts) what was asked for.
func wanted(out []Value, inverse, counts bool) []Value {
	items := []Value{out[0]}
	if inverse {
		items = append(items, out[1])
	}
	if counts {
		items = append(items, out[2])
	}
	if len(items) == 1 {
		return items
	}
	return result(items)
}

// tensordotForm contracts over a number of dimensions, or over those that two lists name.
func tensordotForm(ctx *Context, a Args) []Value {
	if pair, ok := a[2].([]Value); ok {
		check(len(pair) == 2, "tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing two lists, but got dims=%d lists", len(pair))
		list := func(v Value) Value {
			if l, ok := v.([]Value); ok {
				return l
			}
			return []Value{v}
		}
		return ctx.call("tensordot", a[0], a[1], list(pair[0]), list(pair[1]))
	}
	if t, ok := a[2].(*tensor.Tensor); ok && t.Numel() > 1 { // dims=tensor([[..], [..]])
		check(t.Dim() == 2 && t.Size(0) == 2, "tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing two lists")
		rows := t.Ints()
		n := t.Size(1)
		var first, second []Value
		for i := range n {
			first, second = append(first, rows[i]), append(second, rows[n+i])
		}
		return ctx.call("tensordot", a[0], a[1], first, second)
	}
	n, x, y := ctx.fixed(a.sym(2)), dimOf(a[0]), dimOf(a[1])
	check(n >= 0, "tensordot expects dims >= 0, but got dims=%d", n)
	check(n <= x && n <= y, "tensordot expects dims < ndim_a or ndim_b, but got dims=%d", n)
	last, first := []Value{}, []Value{}
	for i := range n {
		last, first = append(last, int64(i-n)), append(first, int64(i))
	}
	return ctx.call("tensordot", a[0], a[1], last, first)
}

// resizeForm gives a tensor other sizes and, where they need more, more memory.
func resizeForm(ctx *Context, v Value, sizes []symbolic.Int) []Value {
	check(!RequiresGrad(v), "cannot resize variables that require grad")
	requireKind(!IsWrapped(v), "NotImplementedError", "magneto: resize_ of a tensor of a function transform")
	requireKind(!ctx.records(), "NotImplementedError", "magneto: resize_ while a graph is recorded")
	switch v := v.(type) {
	case *tensor.Tensor:
		check(!slices.ContainsFunc(constants(sizes), func(n int) bool { return n < 0 }), "numel: integer multiplication overflow")
		if !slices.Equal(v.Sizes(), constants(sizes)) {
			checkInference(ctx, v)
		}
		before := v.Numel()
		resizeTensor(v, constants(sizes))
		v.BumpVersion()
		if n := v.Numel(); n > before {
			ctx.fillUnset(v.Window([]int{n - before}, []int{1}, v.Offset()+before))
		}
	case *Fake:
		v.Sizes, v.Strides = sizes, contiguousStrides(sizes)
	}
	return result(v)
}

// fillDiagonal writes to the main diagonal; with wrap, of tall matrices to the diagonals that follow it.
func fillDiagonal(ctx *Context, a Args) []Value {
	x, n := a[0], dimOf(a[0])
	check(n >= 2, "dimensions must larger than 1")
	sizes := sizesOf(x)
	step, length := zero, sizes[0]
	for i, s := range stridesOf(x) {
		step = step.Add(s)
		length = length.Min(sizes[i])
		check(n == 2 || ctx.is(sizes[i].Eq(sizes[0])), "all dimensions of input must be of equal length")
	}
	fill := func(length, offset symbolic.Int) {
		d := ctx.call1("as_strided", x, sizeList([]symbolic.Int{length}), sizeList([]symbolic.Int{step}), intValue(offset))
		ctx.call("fill_.Scalar", d, a[1])
	}
	fill(length, offsetOf(x))
	if a.bool(2) && n == 2 && ctx.is(sizes[0].Gt(sizes[1].Add(one))) {
		rows, cols := ctx.fixed(sizes[0]), ctx.fixed(sizes[1])
		for i := cols + 1; i < rows; i += cols + 1 {
			fill(sym(min(cols, rows-i)), offsetOf(x).Add(stridesOf(x)[0].Mul(sym(i))))
		}
	}
	return result(x)
}

// listOf is a list of a script, also where errors are worded.
func listOf(v Value) ([]Value, bool) {
	if l, ok := v.(ListArg); ok {
		return l, true
	}
	l, ok := v.([]Value)
	return l, ok
}

// EinsumLabels are the letters of an equation that numbers stand for.
const EinsumLabels = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// einsumOperands brings the forms of einsum to (equation, list of tensors): tensors one by one, or each followed by the list of
// its labels, which are numbers below 52 or an ellipsis, with the labels of the result at the end.
func einsumOperands(args []Value) []Value {
	if len(args) == 2 {
		if list, ok := listOf(args[1]); ok && len(list) == 0 && !isTensor(args[0]) {
			args = args[:1]
		}
	}
	if len(args) < 2 {
		throw("ValueError", "einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list")
	}
	if !isTensor(args[0]) {
		return together(1)(args)
	}
	labels := func(v Value) string {
		text := ""
		list, ok := listOf(v)
		if !ok {
			throw("TypeError", "einsum(): expected a list of subscripts, not %s", TypeName(v))
		}
		for _, l := range list {
			switch l := l.(type) {
			case Ellipsis:
				text += "..."
			case int64:
				if l < 0 || l >= int64(len(EinsumLabels)) {
					throw("ValueError", "einsum(): subscript in subscript list is not within the valid range [0, 52)")
				}
				text += string(EinsumLabels[l])
			default:
				throw("ValueError", "einsum(): subscript in subscript list must be an integer or an ellipsis, not %s", TypeName(l))
			}
		}
		return text
	}
	equation, operands := "", []Value{}
	for i := 0; i+1 < len(args); i += 2 {
		if i > 0 {
			equation += ","
		}
		equation += labels(args[i+1])
		operands = append(operands, args[i])
	}
	if len(args)%2 == 1 {
		equation += "->" + labels(args[len(args)-1])
	}
	return []Value{equation, operands}
}

// Ask answers a call with a tensor alone, or with a tensor and a dimension, if the packet is a question about these: the short
// way of what scripts ask all the time.
func (p *Packet) Ask(args []Value) (answer Value, ok bool, err error) {
	defer catch(&err)
	for _, op := range p.Ops {
		switch {
		case len(args) == 1 && op.e.Ask != nil:
			return op.e.Ask(args[0]), true, nil
		case len(args) == 2 && op.e.AskDim != nil:
			if d, isInt := args[1].(int64); isInt {
				return op.e.AskDim(args[0], int(d)), true, nil
			}
		}
	}
	return nil, false, nil
}

// Asks says whether Ask may answer.
func (p *Packet) Asks() bool { return p.Ops[0].e.Ask != nil }

// NoCUDALibrary is what is said of tensors on CUDA devices, which there are none of.
const NoCUDALibrary = "Cannot initialize CUDA without ATen_cuda library. PyTorch splits its backend into two shared libraries: a CPU library and a CUDA library; this error has occurred because you are trying to use some CUDA functionality, but the CUDA library has not been loaded by the dynamic linker for some reason.  The CUDA library MUST be loaded, EVEN IF you don't directly use any symbols from the CUDA library! One common culprit is a lack of -Wl,--no-as-needed in your link arguments; many dynamic linkers will delete dynamic library dependencies if you don't depend on any of their symbols.  You can check if this has occurred by using ldd on your binary to see if there is a dependency on *_cuda.so library."
