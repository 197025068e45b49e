package ops

import (
	"slices"
	"sort"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

var one, zero = symbolic.IntOf(1), symbolic.IntOf(0)

func sym(i int) symbolic.Int { return symbolic.IntOf(int64(i)) }

// isOne decides whether a size is 1.
func isOne(ctx *Context, s symbolic.Int) bool { return ctx.is(s.Eq(one)) }

// contiguousStrides are row-major; a size of 0 counts as 1.
func contiguousStrides(sizes []symbolic.Int) []symbolic.Int {
	strides := make([]symbolic.Int, len(sizes))
	step := one
	for i := len(sizes) - 1; i >= 0; i-- {
		strides[i] = step
		if c, ok := sizes[i].Const(); ok {
			step = step.Mul(symbolic.IntOf(max(c, 1)))
		} else {
			step = step.Mul(sizes[i])
		}
	}
	return strides
}

func channelsLastStrides(sizes []symbolic.Int) []symbolic.Int {
	strides := make([]symbolic.Int, len(sizes))
	step := one
	set := func(i int) {
		strides[i] = step
		step = step.Mul(sizes[i])
	}
	set(1)
	for i := len(sizes) - 1; i >= 2; i-- {
		set(i)
	}
	set(0)
	return strides
}

// wrapDim brings a dimension into 0..n-1; a scalar counts as one dimension.
func wrapDim(d, n int) int {
	m := max(n, 1)
	if d < -m || d >= m {
		throw("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got %d)", -m, m-1, d)
	}
	if d < 0 {
		d += m
	}
	return d
}

// wrapDims brings a list of distinct dimensions into range; empty or nil means all.
func wrapDims(dims []int, n int, emptyIsAll bool) []int {
	check(n <= 64, "only tensors with up to 64 dims are supported")
	if len(dims) == 0 && emptyIsAll {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return all
	}
	seen := map[int]bool{}
	out := make([]int, len(dims))
	for i, d := range dims {
		out[i] = wrapDim(d, n)
		if seen[out[i]] {
			throwRuntime("dim %d appears multiple times in the list of dims", out[i])
		}
		seen[out[i]] = true
	}
	return out
}

// broadcast is the common size of several tensors.
func broadcast(ctx *Context, operands ...[]symbolic.Int) []symbolic.Int {
	var out []symbolic.Int
	for k, s := range operands {
		if k == 0 {
			out = append([]symbolic.Int(nil), s...)
			continue
		}
		out = broadcast2(ctx, out, s)
	}
	return out
}

func broadcast2(ctx *Context, a, b []symbolic.Int) []symbolic.Int {
	n := max(len(a), len(b))
	out := make([]symbolic.Int, n)
	for i := n - 1; i >= 0; i-- {
		ia, ib := i-(n-len(a)), i-(n-len(b))
		switch {
		case ia < 0:
			out[i] = b[ib]
		case ib < 0:
			out[i] = a[ia]
		case a[ia] == b[ib]:
			out[i] = a[ia]
		case isOne(ctx, a[ia]):
			out[i] = b[ib]
		case isOne(ctx, b[ib]):
			out[i] = a[ia]
		case ctx.expect(a[ia].Eq(b[ib])):
			out[i] = a[ia]
		default:
			throwRuntime("The size of tensor a (%s) must match the size of tensor b (%s) at non-singleton dimension %d", a[ia], b[ib], i)
		}
	}
	return out
}

// ResultType is the promoted type of tensors and numbers: tensors with dimensions count before those without, these
// before numbers; a later category matters only if its kind is higher.
func (ctx *Context) ResultType(values ...Value) tensor.DType {
	if len(values) == 2 && isTensor(values[0]) && isTensor(values[1]) && tensor.PromoteTypes(dtypeOf(values[0]), dtypeOf(values[1])) == tensor.Undefined {
		broadcast2(ctx, sizesOf(values[0]), sizesOf(values[1])) // sizes that do not fit are told before types that do not
	}
	var dim, scalar, number tensor.DType
	for _, v := range values {
		switch {
		case v == nil:
		case isTensor(v):
			if dimOf(v) > 0 {
				dim = promote(dim, dtypeOf(v))
			} else {
				scalar = promote(scalar, dtypeOf(v))
			}
		default:
			if d, ok := ctx.scalarDType(v); ok {
				number = tensor.PromoteTypes(number, d)
			}
		}
	}
	return combine(dim, combine(scalar, number))
}

// promote is tensor.PromoteTypes, with an error where there is no type for both.
func promote(a, b tensor.DType) tensor.DType {
	d := tensor.PromoteTypes(a, b)
	switch {
	case d != tensor.Undefined || a == tensor.Undefined && b == tensor.Undefined:
	case a.IsFloat8() || b.IsFloat8():
		throwRuntime("Promotion for Float8 Types is not supported, attempted to promote %s and %s", a.ScalarName(), b.ScalarName())
	default:
		throwRuntime("Promotion for uint16, uint32, uint64 types is not supported, attempted to promote %s and %s", a.ScalarName(), b.ScalarName())
	}
	return d
}

// combine lets the lower category count only if its kind is higher.
func combine(high, low tensor.DType) tensor.DType {
	switch {
	case high == tensor.Undefined:
		return low
	case low == tensor.Undefined || high.Kind() >= low.Kind():
		return high
	case high.IsFloat() && low.IsComplex(): // a float16 tensor and a complex number give complex32, a bfloat16 one bcomplex32
		return high.ToComplex()
	}
	return low
}

// floatType is the type for functions that turn integers into floats.
func (ctx *Context) floatType(d tensor.DType) tensor.DType {
	if d.IsIntOrBool() {
		return ctx.DefaultDType()
	}
	return d
}

// elementwise is the meta of a pointwise operator: broadcast sizes, a type, and strides in the order of the operands.
func elementwise(ctx *Context, dtype tensor.DType, operands ...Value) *Fake {
	var sizes []symbolic.Int
	var tensors []*Fake
	device := tensor.CPU
	for _, v := range operands {
		if !isTensor(v) {
			if isNumber(v) { // takes part as a tensor without dimensions
				tensors = append(tensors, &Fake{})
			}
			continue
		}
		m := metaOf(v)
		if sizes == nil {
			sizes = m.Sizes
		} else {
			sizes = broadcast2(ctx, sizes, m.Sizes)
		}
		if m.Device.Type != "cpu" {
			device = m.Device
		}
		tensors = append(tensors, m)
	}
	for _, s := range sizes { // the layout of results depends on it
		if s.IsSymbolic() {
			isOne(ctx, s)
		}
	}
	return &Fake{Sizes: sizes, Strides: elementwiseStrides(ctx, sizes, tensors), DType: dtype, Device: device}
}

// elementwiseStrides are those of PyTorch's tensor iterator. Operands of one shape that are all contiguous, all channels
// last, or all of the same dense strides hand these on; else the result is dense with its dimensions in the order of the
// operands' strides, the first operand deciding.
func elementwiseStrides(ctx *Context, sizes []symbolic.Int, operands []*Fake) []symbolic.Int {
	if len(sizes) <= 1 {
		return contiguousStrides(sizes)
	}
	if s := sharedStrides(ctx, sizes, operands); s != nil {
		return s
	}
	n := len(sizes)
	strides := make([][]int64, 0, len(operands)) // by operand, 0 where broadcast
	for _, f := range operands {
		row := make([]int64, n)
		off := n - len(f.Sizes)
		for i, s := range f.Sizes {
			if s == sizes[off+i] || !isOne(ctx, s) {
				row[off+i] = ctx.guess(f.Strides[i])
			}
		}
		strides = append(strides, row)
	}
	order := make([]int, n) // innermost first
	for i := range order {
		order[i] = n - 1 - i
	}
	compare := func(a, b int) int { // 1: a should be outside of b
		for _, row := range strides {
			sa, sb := row[a], row[b]
			switch {
			case sa == 0 || sb == 0:
			case sa < sb:
				return -1
			case sa > sb || ctx.guess(sizes[a]) > ctx.guess(sizes[b]):
				return 1
			}
		}
		return 0
	}
	for i := 1; i < n; i++ {
		at := i
		for k := i - 1; k >= 0; k-- {
			c := compare(order[k], order[at])
			if c > 0 {
				order[k], order[at] = order[at], order[k]
				at = k
			} else if c < 0 {
				break
			}
		}
	}
	out := make([]symbolic.Int, n)
	step := one
	for _, d := range order {
		out[d] = step
		if n, ok := sizes[d].Const(); !ok || n != 0 { // strides of empty tensors are those of size 1
			step = step.Mul(sizes[d])
		}
	}
	return out
}

// sharedStrides are the strides that operands of one shape agree on, or nil.
func sharedStrides(ctx *Context, sizes []symbolic.Int, operands []*Fake) []symbolic.Int {
	contiguous, channelsLast, dense := true, true, true
	for _, f := range operands {
		if len(f.Sizes) != len(sizes) {
			return nil
		}
		for i, s := range f.Sizes {
			if s != sizes[i] && !ctx.is(s.Eq(sizes[i])) {
				return nil
			}
		}
		contiguous = contiguous && isContiguousFake(f)
		channelsLast = channelsLast && isChannelsLastFake(f)
		dense = dense && equalSyms(f.Strides, operands[0].Strides)
	}
	switch {
	case len(operands) == 0:
		return nil
	case contiguous:
		return contiguousStrides(sizes)
	case channelsLast:
		return channelsLastStrides(sizes)
	case dense && isDenseFake(ctx, sizes, operands[0].Strides):
		return append([]symbolic.Int(nil), operands[0].Strides...)
	}
	return nil
}

func equalSyms(a, b []symbolic.Int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// isDenseFake says whether the strides fill memory without overlap in some order of dimensions.
func isDenseFake(ctx *Context, sizes, strides []symbolic.Int) bool {
	step := one
	for _, d := range dimsByStride(ctx, strides) {
		c, ok := sizes[d].Const()
		if ok && c == 1 {
			continue
		}
		if ok && c == 0 {
			return true
		}
		if strides[d] != step {
			return false
		}
		step = step.Mul(sizes[d])
	}
	return true
}

// dimsByStride lists dimensions from the innermost outwards.
func dimsByStride(ctx *Context, strides []symbolic.Int) []int {
	dims := make([]int, len(strides))
	for i := range dims {
		dims[i] = len(strides) - 1 - i
	}
	sort.SliceStable(dims, func(a, b int) bool { return ctx.guess(strides[dims[a]]) < ctx.guess(strides[dims[b]]) })
	return dims
}

// likeStrides are the strides of a new tensor like f: its own if dense, else dense in the same order.
func likeStrides(ctx *Context, f *Fake) []symbolic.Int {
	if isContiguousFake(f) || isDenseFake(ctx, f.Sizes, f.Strides) {
		return append([]symbolic.Int(nil), f.Strides...)
	}
	return elementwiseStrides(ctx, f.Sizes, []*Fake{f})
}

// like is a new tensor with the sizes of f in the order of its strides.
func like(ctx *Context, f *Fake, dtype tensor.DType) *Fake {
	return &Fake{Sizes: f.Sizes, Strides: likeStrides(ctx, f), DType: dtype, Device: f.Device}
}

// inOrderOf lays a contiguous v out as like would lay it out for f.
func inOrderOf(ctx *Context, v Value, f *Fake) Value {
	strides := likeStrides(ctx, f)
	if isContiguousFake(&Fake{Sizes: f.Sizes, Strides: strides}) {
		return v
	}
	outermost := dimsByStride(ctx, strides)
	slices.Reverse(outermost)
	back := make([]int, len(outermost))
	for i, d := range outermost {
		back[d] = i
	}
	return ctx.permute(ctx.call1("contiguous", ctx.permute(v, outermost...)), back...)
}

// isContiguousFake ignores dimensions of size 1.
func isContiguousFake(f *Fake) bool {
	step := one
	for i := len(f.Sizes) - 1; i >= 0; i-- {
		c, ok := f.Sizes[i].Const()
		if ok && c == 0 {
			return true
		}
		if ok && c == 1 {
			continue
		}
		if f.Strides[i] != step {
			if n, ok := f.Numel().Const(); ok && n == 0 {
				return true
			}
			return false
		}
		step = step.Mul(f.Sizes[i])
	}
	return true
}

func isChannelsLastFake(f *Fake) bool {
	if n := len(f.Sizes); n != 4 && n != 5 {
		return false
	}
	want := channelsLastStrides(f.Sizes)
	for i := range want {
		if c, ok := f.Sizes[i].Const(); ok && c == 1 {
			continue
		}
		if f.Strides[i] != want[i] {
			return false
		}
	}
	return true
}

// channelsLastOnly says whether strides are those of channels last, where dimensions of one element count: their strides say which of the orders that
// fit all of the elements is meant.
func channelsLastOnly(f *Fake) bool {
	order := []int{1, 3, 2, 0}
	switch len(f.Sizes) {
	case 4:
	case 5:
		order = []int{1, 4, 3, 2, 0}
	default:
		return false
	}
	least := 0
	first, _ := f.Strides[1].Const()
	for _, d := range order {
		size, ok := f.Sizes[d].Const()
		stride, ok2 := f.Strides[d].Const()
		if !ok || !ok2 {
			want := channelsLastStrides(f.Sizes)
			return slices.Equal(f.Strides, want) && !isConst(want[0], 1)
		}
		if first == 0 || size == 0 && d > 0 || int(stride) < least || d == 0 && least == int(first) {
			return false
		}
		if least = int(stride); size > 1 {
			least *= int(size)
		}
	}
	return true
}

// suggested is a new tensor in the memory format of f: channels last, or contiguous.
func suggested(f *Fake, dtype tensor.DType, sizes []symbolic.Int) *Fake {
	out := NewFake(dtype, sizes)
	if len(sizes) == len(f.Sizes) && channelsLastOnly(f) {
		out.Strides = channelsLastStrides(sizes)
	}
	return out
}

// inFormatOf brings v into the memory format of another tensor of four dimensions.
func inFormatOf(ctx *Context, v, other Value) Value {
	if f := metaOf(other); len(f.Sizes) == 4 {
		return inFormat(ctx, v, f)
	}
	return v
}

// inFormat brings v into the memory format of f: channels last, where f has that and no other.
func inFormat(ctx *Context, v Value, f *Fake) Value {
	n := len(f.Sizes)
	switch {
	case dimOf(v) != n || n != 4 && n != 5 || !channelsLastOnly(f):
		return v
	case n == 5:
		return ctx.call1("contiguous", v, tensor.ChannelsLast3d)
	}
	return ctx.call1("contiguous", v, tensor.ChannelsLast)
}

// formatStrides are the strides for an explicit memory format.
func formatStrides(ctx *Context, f *Fake, format Value) []symbolic.Int {
	m, _ := format.(tensor.MemoryFormat)
	switch {
	case format == nil || m == tensor.PreserveFormat:
		return likeStrides(ctx, f)
	case m == tensor.ChannelsLast:
		check(len(f.Sizes) == 4, "required rank 4 tensor to use channels_last format")
		return channelsLastStrides(f.Sizes)
	case m == tensor.ChannelsLast3d:
		check(len(f.Sizes) == 5, "required rank 5 tensor to use channels_last_3d format")
		return channelsLastStrides(f.Sizes)
	}
	return contiguousStrides(f.Sizes)
}
