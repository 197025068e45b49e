package ops

import (
	"math"
	"slices"
	"sort"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// order sorts the positions of a lane; int64 values beyond 2^53 keep their order because lanes of integers are compared
// as integers.
func order(n int, less func(i, j int) bool, descending bool) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(i, j int) int {
		switch first, second := less(i, j), less(j, i); {
		case first == second:
			return i - j // stable
		case first == descending:
			return 1
		}
		return -1
	})
	return at
}

// pickLanes stores the k elements of each lane, of n, whose positions are given, and the positions.
func pickLanes(t *tensor.Tensor, d int, positions []int, n, k int, values, indices *tensor.Tensor) {
	ix := make([]int64, len(positions))
	for i, p := range positions {
		ix[i] = int64(p)
	}
	if t.Dim() == 0 {
		tensor.StoreInts(indices, ix)
		tensor.Copy(values, t)
		return
	}
	if len(ix) == 0 {
		return
	}
	storeLanes(indices, d, ix)
	if t.DType().IsIntOrBool() {
		data, _, _ := lanes[int64](t, []int{d})
		v := make([]int64, len(ix))
		for i, p := range ix {
			v[i] = data[i/k*n+int(p)]
		}
		storeLanes(values, d, v)
		return
	}
	data, _, _ := lanes[float64](t, []int{d})
	v := make([]float64, len(ix))
	for i, p := range ix {
		v[i] = data[i/k*n+int(p)]
	}
	storeLanes(values, d, v)
}

func noComplex(name string, d tensor.DType) {
	if d.IsComplex() {
		notImplemented(name, d)
	}
}

func sortMeta(dim int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		noComplex("sort", f.DType)
		wrapDim(a.int(dim), len(f.Sizes))
		return fakes(like(ctx, f, f.DType), like(ctx, f, tensor.Int64))
	}
}

// sortKernel sorts along a dimension; the order of equal elements stays where stable asks for it.
func sortKernel(dim, descending int, stable func(Args) bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		d := wrapDim(a.int(dim), t.Dim())
		order := ctx.partitionedLanes
		if stable(a) {
			order = ctx.orderOfLanes
		}
		p, n := order(t, d, a.bool(descending))
		pickLanes(t, d, p, n, n, out[0], out[1])
	}
}

// gatherGrad sends the gradient of gathered values back along dimension d.
func gatherGrad(dim int) GradFunc {
	return func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{selectedGrad(ctx, s, g[0], s.Args().int(dim), s.Out(1), true)}
	}
}

// kthMeta is the meta of kthvalue, median and mode.
func pickedMeta(who string, dim, keep int) func(*Context, Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := wrapDim(a.int(dim), len(f.Sizes))
		checkNotEmpty(who+"(): Expected reduction dim %d to have non-zero size.", f, d)
		return fakes(reduced(f, []int{d}, a.bool(keep), f.DType), reduced(f, []int{d}, a.bool(keep), tensor.Int64))
	}
}

// pickOne stores one position of each lane.
func (ctx *Context) pickOne(t *tensor.Tensor, d int, choose func(positions []int, lane []float64) int, values, indices *tensor.Tensor) {
	dims := []int{d}
	if t.Dim() == 0 {
		dims = nil
	}
	p, n := ctx.orderOfLanes(t, d, false)
	data, outer, _ := lanes[float64](comparableOf(t)[0], dims)
	at := make([]int, outer)
	ix := make([]int64, outer)
	for i := range at {
		at[i] = choose(p[i*n:(i+1)*n], data[i*n:(i+1)*n])
		ix[i] = int64(at[i])
	}
	storePicked(t, dims, at, n, values)
	tensor.StoreInts(indices, ix)
}

// medianAt is the lower median; a NaN wins unless it is to be ignored.
func medianAt(ignoreNaN bool) func(p []int, lane []float64) int {
	return func(p []int, lane []float64) int {
		n := len(p)
		if math.IsNaN(lane[p[n-1]]) {
			if !ignoreNaN {
				for i, v := range lane {
					if math.IsNaN(v) {
						return i
					}
				}
			}
			for n > 1 && math.IsNaN(lane[p[n-1]]) {
				n--
			}
		}
		return p[(n-1)/2]
	}
}

// mostFrequent is the place of the value of a lane that is there most often: of equally frequent ones the smallest, and its last place. NaN is no smaller than
// any number and equals none, so numbers beside it stay where they are when the lane is put in order.
func mostFrequent(p []int, lane []float64) int {
	if math.IsNaN(lane[p[len(p)-1]]) {
		p = insertionOrder(lane)
	} else if len(lane) > shortest { // equal ones lie as sorting by partition leaves them
		list := make([]keyed, len(lane))
		for i, v := range lane {
			list[i] = keyed{floatKey(v), i}
		}
		introsort(list)
		for i := range list {
			p[i] = list[i].at
		}
	}
	best, count := p[0], 0
	for i := 0; i < len(p); {
		j := i
		for j < len(p) && lane[p[j]] == lane[p[i]] {
			j++
		}
		if j-i > count || count == 0 {
			best, count = p[max(j-1, i)], max(j-i, 1)
		}
		i = max(j, i+1)
	}
	return best
}

// insertionOrder are the places of the values of a lane as inserting one after the other puts them: before all if it is less than the first, else past those
// at the end that it is less than.
func insertionOrder(lane []float64) []int {
	var p []int
	for i, v := range lane {
		at := len(p)
		if at > 0 && v < lane[p[0]] {
			at = 0
		}
		for at > 0 && v < lane[p[at-1]] {
			at--
		}
		p = slices.Insert(p, at, i)
	}
	return p
}

func fullMedian(ignoreNaN bool) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		n := t.Numel()
		if n == 0 {
			tensor.StoreFloats(out[0], []float64{math.NaN()})
			return
		}
		c := t.Contiguous()
		flat := c.Window([]int{n}, []int{1}, c.Offset())
		ctx.pickOne(flat, 0, medianAt(ignoreNaN), out[0], tensor.New(tensor.Int64))
	}
}

func intTensor(v []int64, sizes ...int) *tensor.Tensor {
	t := tensor.New(tensor.Int64, sizes...)
	tensor.StoreInts(t, v)
	return t
}

// pickFlat gathers elements of a contiguous tensor by position.
func pickFlat(t *tensor.Tensor, at []int) *tensor.Tensor {
	c := t.Contiguous()
	out := tensor.New(t.DType(), len(at))
	move := copyElems(t.DType(), out.Storage(), c.Storage())
	for i, p := range at {
		move(i, c.Offset()+p)
	}
	return out
}

// quantileDecomp interpolates between sorted values: q says how far along the lane (of its numbers, when NaNs are ignored).
func quantileDecomp(ignoreNaN bool) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		x, q, mode, keep := a[0], a[1], a.str(4), a.bool(3)
		if !isTensor(q) {
			check(a.float(1) >= 0 && a.float(1) <= 1, "quantile() q must be in the range [0, 1] but got %g", a.float(1))
			q = ctx.scalarTensor(q, dtypeOf(x))
		}
		check(dtypeOf(x) == tensor.Float32 || dtypeOf(x) == tensor.Float64, "quantile() input tensor must be either float or double dtype")
		check(dimOf(q) <= 1, "quantile() q must be a scalar or 1D tensor")
		check(dtypeOf(q) == dtypeOf(x), "quantile() q tensor must be same dtype as the input tensor")
		check(slices.Contains([]string{"linear", "lower", "higher", "nearest", "midpoint"}, mode), "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got %s", mode)
		if t, ok := readable(q); ok {
			for _, v := range t.Floats() {
				check(v >= 0 && v <= 1, "quantile() q values must be in the range [0, 1]")
			}
		}
		check(ctx.expect(numelOf(x).Gt(zero)), "quantile() input tensor must be non-empty")
		values := quantilesOf(ctx, quantileLanes(ctx, x, a[2], keep), q, mode, ignoreNaN) // [rest..., quantiles]
		if dimOf(q) > 0 {
			values = ctx.call1("transpose_", ctx.call1("unsqueeze_", values, int64(0)), int64(0), int64(-1))
		}
		return ctx.call("squeeze_.dim", values, int64(-1))
	}
}

// quantileLanes is x with the elements that quantiles are taken of in its last dimension, behind what stays of the others.
func quantileLanes(ctx *Context, x, dim Value, keep bool) Value {
	var sizes []symbolic.Int
	if dim == nil {
		if keep {
			sizes = slices.Repeat([]symbolic.Int{one}, dimOf(x))
		}
		x = ctx.reshape(x, []symbolic.Int{numelOf(x)})
		return ctx.reshape(x, append(sizes, numelOf(x)))
	}
	d := wrapDim(Args{dim}.int(0), dimOf(x))
	for i, n := range sizesOf(x) {
		switch {
		case i != d:
			sizes = append(sizes, n)
		case keep:
			sizes = append(sizes, one)
		}
	}
	if d != dimOf(x)-1 {
		x = ctx.transpose(ctx.unsqueeze(x, -1), d, -1)
	}
	return ctx.reshape(x, append(sizes, sizeOf(x, -1)))
}

// quantilesOf finds quantiles in the last dimension. Places are found in double precision.
func quantilesOf(ctx *Context, lane, q Value, mode string, ignoreNaN bool) Value {
	isNaN := ctx.call1("isnan", lane)
	if ignoreNaN {
		last := ctx.sub(ctx.sumDim(ctx.call1("logical_not_", isNaN), true, -1), int64(1))
		rank := ctx.mul(ctx.toDType(q, tensor.Float64), last)
		return quantilesAt(ctx, lane, ctx.call1("masked_fill_.Scalar", rank, ctx.lt(rank, int64(0)), int64(0)), mode)
	}
	last := intValue(sizeOf(lane, -1).Sub(one))
	rank, none := ctx.mul(ctx.toDType(q, tensor.Float64), last), ctx.call1("any.dim", isNaN, int64(-1), true)
	sizes := broadcast2(ctx, sizesOf(rank), sizesOf(none))
	return quantilesAt(ctx, lane, ctx.maskedFill(expandedTo(ctx, rank, sizes), expandedTo(ctx, none, sizes), last), mode)
}

// expandedTo is x with other sizes, or x itself where it has them.
func expandedTo(ctx *Context, x Value, sizes []symbolic.Int) Value {
	if equalSyms(sizesOf(x), sizes) {
		return x
	}
	return ctx.expand(x, sizes)
}

// quantilesAt are the values at places among the sorted elements of the last dimension, interpolated where they lie between two.
func quantilesAt(ctx *Context, lane, rank Value, mode string) Value {
	switch mode {
	case "lower":
		rank = ctx.call1("floor_", rank)
	case "higher":
		rank = ctx.call1("ceil_", rank)
	case "nearest":
		rank = ctx.call1("round_", rank)
	}
	below := ctx.toDType(rank, tensor.Int64)
	if mode != "linear" && mode != "midpoint" {
		return ctx.call1("gather", ctx.call("sort", lane, int64(-1), false)[0], int64(-1), below)
	}
	var weight Value
	if mode == "midpoint" {
		weight = ctx.call1("full_like", rank, 0.5, dtypeOf(lane))
	} else {
		weight = ctx.toDType(ctx.sub(rank, below), dtypeOf(lane))
	}
	above := ctx.toDType(ctx.call1("ceil_", rank), tensor.Int64)
	sorted := ctx.call("sort", lane, int64(-1), false)[0]
	low, high := ctx.call1("gather", sorted, int64(-1), below), ctx.call1("gather", sorted, int64(-1), above)
	return ctx.call1("lerp_.Tensor", low, high, weight)
}

var _ = addTable([]entry{
	{S: "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: sortMeta(1), Kernel: sortKernel(1, 2, func(Args) bool { return false }), Grad: gatherGrad(1), Saves: out1},
	{S: "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: sortMeta(2), Kernel: sortKernel(2, 3, func(a Args) bool { return a[1] != nil && a.bool(1) }), Grad: gatherGrad(2), Saves: out1, GradNo: 1},
	{S: "argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("sort", a[0], a[1], a[2])[1:2] }},
	{S: "argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor", In: asFunction | asMethod, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("sort.stable", a[0], a[1], a[2], a[3])[1:2] }},
	{S: "msort(Tensor self) -> Tensor", In: asFunction | asMethod | asOut, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("sort", a[0], int64(0), false)[:1] }},
	{S: "topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)", Fills: true, In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		noComplex("topk", f.DType)
		d := wrapDim(a.int(2), len(f.Sizes))
		k := a.sym(1)
		sizes := append([]symbolic.Int(nil), f.Sizes...)
		size := one
		if len(sizes) > 0 {
			size = sizes[d]
		}
		check(ctx.expect(k.Ge(zero)) && ctx.is(k.Le(size)), "selected index k out of range")
		if len(sizes) > 0 {
			sizes[d] = k
		}
		return fakes(NewFake(f.DType, sizes), NewFake(tensor.Int64, sizes))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		d := wrapDim(a.int(2), t.Dim())
		k := a.int(1)
		if t.Dim() == 0 {
			k = 1
		}
		p, n := ctx.topOfLanes(t, d, k, a.bool(3), a.bool(4))
		pickLanes(t, d, p, n, k, out[0], out[1])
	}, Grad: gatherGrad(2), Saves: out1},
	{S: "kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		f := a.fake(0)
		d := wrapDim(a.int(2), len(f.Sizes))
		size := one
		if len(f.Sizes) > 0 {
			size = f.Sizes[d]
			if ctx.is(size.Eq(zero)) {
				throw("IndexError", "kthvalue(): Expected reduction dim %d to have non-zero size.", d)
			}
		}
		k := a.sym(1)
		check(ctx.expect(k.Ge(one)) && ctx.is(k.Le(size)), "kthvalue(): selected number k out of range for dimension %d", d)
		return pickedMeta("kthvalue", 2, 3)(ctx, a)
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		k := a.int(1)
		ctx.pickOne(t, wrapDim(a.int(2), t.Dim()), func(p []int, lane []float64) int {
			for i := range p {
				p[i] = i
			}
			return quickSelect(lane, p, k-1)
		}, out[0], out[1])
	}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{selectedGrad(ctx, s, g[0], s.Args().int(2), s.Out(1), s.Args().bool(3))}
	}, Saves: out1},
	{S: "median(Tensor self) -> Tensor", In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), nil)) }, Kernel: fullMedian(false), Grad: fullExtremumGrad, Saves: in0 | out0},
	{S: "median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: pickedMeta("median", 1, 2), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		ctx.pickOne(t, wrapDim(a.int(1), t.Dim()), medianAt(false), out[0], out[1])
	}, Grad: valueSelectedGrad, Saves: out1, GradNo: 1},
	{S: "nanmedian(Tensor self) -> Tensor", In: asFunction | asMethod, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), nil)) }, Kernel: fullMedian(true), Grad: fullExtremumGrad, Saves: in0 | out0},
	{S: "nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: pickedMeta("median", 1, 2), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		ctx.pickOne(t, wrapDim(a.int(1), t.Dim()), medianAt(true), out[0], out[1])
	}, Grad: valueSelectedGrad, Saves: out1, GradNo: 1},
	{S: "mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)", In: asFunction | asMethod | asOut, Meta: pickedMeta("mode", 1, 2), Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		t := a.tensor(0)
		ctx.pickOne(t, wrapDim(a.int(1), t.Dim()), mostFrequent, out[0], out[1])
	}, Grad: valueSelectedGrad, Saves: out1},
	{S: `quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation="linear") -> Tensor`, In: asFunction | asMethod | asOut, Decomp: quantileDecomp(false)},
	{S: `quantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation="linear") -> Tensor`, In: asFunction | asMethod | asOut, Decomp: quantileDecomp(false)},
	{S: `nanquantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation="linear") -> Tensor`, In: asFunction | asMethod | asOut, Decomp: quantileDecomp(true)},
	{S: `nanquantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation="linear") -> Tensor`, In: asFunction | asMethod | asOut, Decomp: quantileDecomp(true)},
	{S: "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)", In: asFunction, Eager: uniqueEager, Grad: notWritten("_unique2"), Meta: func(ctx *Context, a Args) []*Fake {
		return uniqueMeta(ctx, "_unique2", a[0], a.bool(2), a.bool(3))
	}},
	{S: "unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)", In: 0, Eager: func(ctx *Context, a Args) []Value {
		t := a.tensor(0)
		d := wrapDim(a.int(1), t.Dim())
		at, inv, counts := uniqueDim(t, d, false)
		return []Value{takeSlices(t, d, at), intTensor(inv, len(inv)), intTensor(counts, len(counts))}
	}, Grad: notWritten("unique_dim"), Meta: func(ctx *Context, a Args) []*Fake {
		return uniqueDimMeta(ctx, a, wrapDim(a.int(1), dimOf(a[0])), "unique_dim")
	}},
	{S: "unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)", In: 0, Eager: func(ctx *Context, a Args) []Value {
		t := a.tensor(0)
		if !a.none(3) {
			d := wrapDim(a.int(3), t.Dim())
			at, inv, counts := uniqueDim(t, d, true)
			return []Value{takeSlices(t, d, at), intTensor(inv, len(inv)), intTensor(counts, len(counts))}
		}
		v := comparableOf(t)[0].Floats()
		var at []int
		var counts []int64
		inv := make([]int64, len(v))
		for i, x := range v {
			if i == 0 || x != v[i-1] {
				at, counts = append(at, i), append(counts, 0)
			}
			inv[i] = int64(len(at) - 1)
			counts[len(counts)-1]++
		}
		out := []Value{pickFlat(t, at), intTensor(nil, 0), intTensor(nil, 0)}
		if a.bool(1) {
			out[1] = intTensor(inv, t.Sizes()...)
		}
		if a.bool(2) {
			out[2] = intTensor(counts, len(counts))
		}
		return out
	}, Grad: notWritten("unique_consecutive"), Meta: func(ctx *Context, a Args) []*Fake {
		if !a.none(3) {
			return uniqueDimMeta(ctx, a, wrapDim(a.int(3), dimOf(a[0])), "unique_consecutive")
		}
		return uniqueMeta(ctx, "unique_consecutive", a[0], a.bool(1), a.bool(2))
	}},
	{S: "bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor", In: asFunction | asMethod, Eager: func(ctx *Context, a Args) []Value {
		t := a.tensor(0)
		check(t.Dim() == 1 && t.DType().IsIntOrBool(), "bincount only supports 1-d non-negative integral inputs.")
		n := a.int(2)
		check(n >= 0, "minlength should be >= 0")
		v := t.Ints()
		for _, x := range v {
			check(x >= 0, "bincount only supports 1-d non-negative integral inputs.")
			n = max(n, int(x)+1)
		}
		if a.none(1) || len(v) == 0 {
			counts := make([]int64, n)
			for _, x := range v {
				counts[x]++
			}
			return result(intTensor(counts, n))
		}
		w := a.tensor(1)
		check(w.Dim() == 1 && w.Numel() == len(v), "weights should be 1-d and have the same length as input")
		d := w.DType()
		if d != tensor.Float32 {
			d = tensor.Float64
		}
		sums := make([]float64, n)
		for i, x := range w.Floats() {
			sums[v[i]] += x
		}
		out := tensor.New(d, n)
		tensor.StoreFloats(out, sums)
		return result(out)
	}, Grad: notDerived("bincount"), GradName: notImplementedNode, Meta: func(ctx *Context, a Args) []*Fake {
		d := tensor.Int64
		if !a.none(1) && !isConst(numelOf(a[0]), 0) {
			if d = dtypeOf(a[1]); d != tensor.Float32 {
				d = tensor.Float64
			}
		}
		n := ctx.fakeEnv.FreshUnbacked("bincount")
		if env := ctx.Numbers(); env != nil {
			env.Bound(n, a.sym(2), beyond)
		}
		return fakes(NewFake(d, []symbolic.Int{n}))
	}},
	{S: "histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor", In: asFunction | asMethod | asOut, Eager: func(ctx *Context, a Args) []Value {
		t := a.tensor(0)
		bins, lo, hi := a.int(1), a.float(2), a.float(3)
		v := t.Floats()
		if lo == hi {
			lo, hi = math.Inf(1), math.Inf(-1)
			for _, x := range v {
				lo, hi = math.Min(lo, x), math.Max(hi, x)
			}
			if lo == hi {
				lo, hi = lo-1, hi+1
			}
		}
		counts := make([]float64, bins)
		round := roundingTo(t.DType())
		lo, hi = round(lo), round(hi)
		width := round(hi - lo)
		for _, x := range v {
			if x >= lo && x <= hi { // places are computed in the type of the elements
				counts[min(int(round(round(round(x-lo)*round(float64(bins)))/width)), bins-1)]++
			}
		}
		out := tensor.New(t.DType(), bins)
		tensor.StoreFloats(out, counts)
		return result(out)
	}, NonDiff: true, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[0]), []symbolic.Int{a.sym(1)}))
	}},
	{S: "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor", In: asFunction | asOut, Meta: searchMeta, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		sorted := a.tensor(0)
		if !a.none(5) {
			sorted = ctx.call1("gather", sorted, int64(-1), a[5]).(*tensor.Tensor)
		}
		searchKernel(sorted, a.tensor(1), a.bool(3) || a.str(4) == "right", out[0])
	}, NonDiff: true},
	{S: "searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		seq, value := withScalar(ctx, a[0], a[1])
		return ctx.call("searchsorted.Tensor", seq, value, a[2], a[3], a[4], a[5])
	}},
	{S: "bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		return ctx.call("searchsorted.Tensor", a[1], a[0], a[2], a[3], nil)
	}},
	{S: "bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor", In: asFunction | asOut, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		seq, value := withScalar(ctx, a[1], a[0])
		return ctx.call("searchsorted.Tensor", seq, value, a[2], a[3], nil)
	}},
})

// withScalar is a sequence and a number in a type that holds both.
func withScalar(ctx *Context, seq, number Value) (Value, Value) {
	d := dtypeOf(seq)
	if n, ok := scalarDType(number); ok && n.IsFloat() && d.IsIntOrBool() {
		d = tensor.Float64
	}
	return ctx.toDType(seq, d), ctx.scalarTensor(number, d)
}

func searchType(a Args, i int) tensor.DType {
	if a.bool(i) {
		return tensor.Int32
	}
	return tensor.Int64
}

// searchMeta checks the arguments of searchsorted: boundaries [..., n] or [n], values, sorter as boundaries.
func searchMeta(ctx *Context, a Args) []*Fake {
	const name = "torch.searchsorted(): "
	bounds, values := a.fake(0), a.fake(1)
	check(len(bounds.Sizes) > 0, name+"boundaries tensor should have positive dimension, but got 0 dimension")
	if !a.none(4) {
		side := a.str(4)
		check(side == "left" || side == "right", name+"side can only be 'left' or 'right' but got %s", side)
		check(side == "right" || !a.bool(3), name+"side and right can't be set to opposites, got side of left while right was True")
	}
	if !a.none(5) {
		sorter := a.fake(5)
		if !equalSyms(bounds.Sizes, sorter.Sizes) {
			throwRuntime(name+"boundary and sorter must have the same size, but got boundary tensor %sand got sorter tensor %s", sizesText(bounds.Sizes), sizesText(sorter.Sizes))
		}
		check(sorter.DType == tensor.Int64, name+"sorter must be a tensor of long dtype but got dtype %s", sorter.DType.ScalarName())
		if t, ok := readable(a[5]); ok {
			for _, i := range tensor.LoadInts(t.Contiguous(), t.Numel()) {
				check(i >= 0 && (len(constants(bounds.Sizes)) == 0 || int(i) < constants(bounds.Sizes)[len(bounds.Sizes)-1]), name+"sorter index out of range")
			}
		}
	}
	if len(bounds.Sizes) > 1 && len(values.Sizes) == 0 {
		throwRuntime(name+"input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries tensor dim(%d) and input value's dim(0) numel(1)", len(bounds.Sizes))
	}
	if n := len(bounds.Sizes); n > 1 && (n != len(values.Sizes) || !equalSyms(bounds.Sizes[:n-1], values.Sizes[:n-1])) {
		throwRuntime(name+"boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got boundaries tensor %s and input value tensor %s", sizesText(bounds.Sizes), sizesText(values.Sizes))
	}
	return fakes(NewFake(searchType(a, 2), values.Sizes))
}

func searchKernel(sorted, values *tensor.Tensor, right bool, out *tensor.Tensor) {
	n := sorted.Size(sorted.Dim() - 1)
	ranked := comparableOf(sorted, values)
	s, v := ranked[0].Floats(), ranked[1].Floats()
	rows := len(s) / max(n, 1)
	perRow := len(v)
	if sorted.Dim() > 1 {
		perRow = len(v) / max(rows, 1)
	}
	ix := make([]int64, len(v))
	for i, x := range v {
		row := s
		if sorted.Dim() > 1 {
			r := i / perRow
			row = s[r*n : (r+1)*n]
		}
		ix[i] = int64(sort.Search(n, func(k int) bool {
			if right {
				return row[k] > x
			}
			return row[k] >= x
		}))
	}
	tensor.StoreInts(out, ix)
}

// beyond is no bound.
var beyond = symbolic.IntOf(math.MaxInt64)

// known is a bound that is a constant, else none.
func known(n symbolic.Int) symbolic.Int {
	if _, constant := n.Const(); constant {
		return n
	}
	return symbolic.IntOf(math.MaxInt64 - 1)
}

// uniqueMeta describes the different elements of a tensor, as many as there are, and where they are and how often, as far as that is asked for.
func uniqueMeta(ctx *Context, name string, x Value, inverse, counts bool) []*Fake {
	n := ctx.fakeEnv.FreshUnbacked(name)
	if env := ctx.Numbers(); env != nil {
		env.Bound(n, zero, known(numelOf(x)))
	}
	out := fakes(NewFake(dtypeOf(x), []symbolic.Int{n}), NewFake(tensor.Int64, []symbolic.Int{zero}), NewFake(tensor.Int64, []symbolic.Int{zero}))
	if inverse {
		out[1].Sizes, out[1].Strides = sizesOf(x), contiguousStrides(sizesOf(x))
	}
	if counts {
		out[2].Sizes = []symbolic.Int{n}
	}
	return out
}
