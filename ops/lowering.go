package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// What compilers of graphs see of the kernels: the loop body of an operator as an expression inside a kernel of theirs, the passes of a
// reduction, the engines that run kernels and products, and operators at the level of kernels.

// Compiler is the loop compiler of the context.
func (ctx *Context) Compiler() *loop.Compiler { return ctx.engine().compiler }

// Products is the engine for matrix products of the context.
func (ctx *Context) Products() *gemm.Engine { return ctx.engine().products }

// RunKernel runs an operator on tensors below all levels: nothing is recorded, and no mode sees it.
func (ctx *Context) RunKernel(op *Op, args []Value) (out []Value, err error) {
	saved := ctx.state()
	defer ctx.catch(&err, saved)
	ctx.depth, ctx.gradEnabled, ctx.fakeEnv = 0, false, nil
	out = ctx.dispatch(op, args)
	ctx.depth, ctx.gradEnabled, ctx.fakeEnv = saved.depth, saved.gradEnabled, saved.fakeEnv
	return out, nil
}

// RunsInto says whether the operator has a kernel that writes results into memory that is given to it.
func (op *Op) RunsInto() bool {
	e := op.e
	return op.Variant == Plain && e.Kernel != nil && e.Eager == nil && e.loop == nil && !op.view && !op.mutates && !op.IsComposite()
}

// RunKernelInto runs the kernel of an operator that RunsInto on tensors, with results laid out as its meta says, below all levels.
func (ctx *Context) RunKernelInto(op *Op, args []Value, out []*tensor.Tensor) (err error) {
	saved := ctx.state()
	defer ctx.catch(&err, saved)
	ctx.depth, ctx.gradEnabled, ctx.fakeEnv = 0, false, nil
	if !op.e.Fills {
		for _, t := range out {
			t.Fill(int64(0))
		}
	}
	if op.e.converts != nil {
		args = ctx.convertNumbers(op, args)
	}
	args, _ = ctx.roundOperands(op.e, args)
	op.e.Kernel(ctx, args, out)
	ctx.depth, ctx.gradEnabled, ctx.fakeEnv = saved.depth, saved.gradEnabled, saved.fakeEnv
	return nil
}

// ElemOf is the loop IR's name of an element type; complex numbers have none.
func ElemOf(d tensor.DType) (e ir.Elem, ok bool) { return elemOf(d) }

// Lowering is a kernel under construction, into which operators are written.
type Lowering struct {
	Kernel *ir.Kernel
	// Number gives the value of an integer that is known when the kernel is called.
	Number func(n symbolic.Int, t ir.Type) ir.ID
	// Default is the type of new floating tensors, float32 if undefined: a comparison of integers with 0.5 is computed in it.
	Default tensor.DType
	// Rejects says that operators run instead where the kernel ends with loop.ErrRange: elements may be rejected that an expression is not good for.
	Rejects bool
}

// Element writes what op computes for one element. Of tensors, args has descriptions and operands the elements in their own types. The
// result is in the type that elements of out have in kernels, rounded or wrapped as if it had been stored; ok is false for
// operators and types without a loop body.
func (l *Lowering) Element(op *Op, args []Value, operands []ir.ID, out tensor.DType) (v ir.ID, ok bool) {
	body := op.e.loop
	elem, isReal := elemOf(out)
	if body == nil || body.within != nil && !l.Rejects || op.Variant != Plain || !isReal || !l.fits(op, args, out) {
		return 0, false
	}
	args, operands = l.roundOperands(op.e, args, operands)
	compute, isReal := elemOf(body.compute(l.context(), args, out))
	if !isReal {
		return 0, false
	}
	b := &bodyBuilder{k: l.Kernel, t: compute.Value(), elem: compute, args: args, out: out, loaded: map[int]ir.ID{}, plain: l.constant}
	for i, v := range args {
		if f, ok := v.(*Fake); ok && f != nil {
			if f.Neg || f.Conj {
				return 0, false
			}
			b.loaded[i] = operands[i]
		}
	}
	if v = body.result(b); v == 0 || b.missing {
		return 0, false
	}
	return Stored(l.Kernel, elem, b.as(elem.Value(), v)), true
}

// fits tells whether the kernel of op could convert its numbers; where it could not, it is the kernel that raises.
func (l *Lowering) fits(op *Op, args []Value, out tensor.DType) bool {
	c := op.e.converts
	if c == nil {
		return true
	}
	for _, i := range c.args {
		if i >= len(args) {
			break
		}
		switch v := args[i].(type) {
		case int64, float64, complex128:
			if !fitsType(v, c.through(out, symbolic.IntOf(0))) {
				return false
			}
		}
	}
	return true
}

// context is one that knows the type of new floating tensors and nothing else.
func (l *Lowering) context() *Context {
	ctx := &Context{Printing: tensor.DefaultPrintOptions()}
	if l.Default != tensor.Undefined {
		ctx.SetDefaultDType(l.Default)
	}
	return ctx
}

// constant is a number as a kernel takes it: part of the code, since a graph's numbers do not change.
func (l *Lowering) constant(v Value, t ir.Type) (id ir.ID, ok bool) {
	switch v := v.(type) {
	case int64, float64, bool:
		return l.Kernel.ConstBits(t, scalarWord(v, t)), true
	case symbolic.Int:
		if c, ok := v.Const(); ok {
			return l.Kernel.ConstBits(t, scalarWord(c, t)), true
		}
		return l.Number(v, t), true
	}
	return 0, false
}

// Constant is a number as an element of a tensor of type d; ok is false for what is no number.
func (l *Lowering) Constant(v Value, d tensor.DType) (id ir.ID, ok bool) {
	elem, ok := elemOf(d)
	if !ok || !fitsType(v, d) {
		return 0, false
	}
	if elem == ir.Bool8 {
		if id, ok = l.constant(v, ir.F64); ok {
			id = l.Kernel.Do(ir.Ne, id, l.Kernel.Const(ir.F64, 0))
		}
		return id, ok
	}
	if id, ok = l.constant(v, elem.Value()); !ok {
		return 0, false
	}
	return Stored(l.Kernel, elem, id), true
}

// Converted is an element of another tensor as one of type d, as copies make it.
func (l *Lowering) Converted(v ir.ID, d tensor.DType) ir.ID {
	elem, _ := elemOf(d)
	b := &bodyBuilder{k: l.Kernel}
	return Stored(l.Kernel, elem, b.as(elem.Value(), v))
}

// Stored is v, of the type that elements of e have, as it reads after it has been stored in one: rounded or wrapped.
func Stored(k *ir.Kernel, e ir.Elem, v ir.ID) ir.ID {
	wrap := func(bits int) ir.ID { return k.Shift(ir.Sar, k.Shift(ir.Shl, v, 32-bits), 32-bits) }
	switch e {
	case ir.Uint8:
		return k.Do(ir.And, v, k.Const(ir.I32, 0xff))
	case ir.Int8:
		return wrap(8)
	case ir.Int16:
		return wrap(16)
	case ir.Float16:
		return k.Do(ir.Half, v)
	case ir.BFloat16:
		// The upper half of the bits, rounded to even; a NaN stays as it is.
		b := k.BitsAs(ir.I32, v)
		odd := k.Do(ir.And, k.Shift(ir.Shr, b, 16), k.Const(ir.I32, 1))
		b = k.Do(ir.Add, k.Do(ir.Add, b, k.Const(ir.I32, 0x7fff)), odd)
		b = k.Do(ir.And, b, k.Const(ir.I32, -0x10000))
		return k.Do(ir.Select, k.Do(ir.Ne, v, v), v, k.BitsAs(ir.F32, b))
	}
	return v
}

// Reduction is an operator that reduces rows, with one result: passes over the row, each but the first with the result of the one before.
type Reduction struct {
	Name string
	Dims []int // that are reduced, from 0
	Keep bool  // with size 1

	steps      []rowStep
	correction float64 // of a variance
}

// NewReduction is a reduction by name: sum, prod, mean, max, min.
func NewReduction(name string, keep bool, dims ...int) *Reduction {
	return &Reduction{Name: name, Dims: dims, Keep: keep, steps: rowReductions[name]}
}

// Passes is the number of passes.
func (r *Reduction) Passes() int { return len(r.steps) }

// rowOperators says of reducing operators where their dimensions and the flag that keeps them are; -1 for neither, and all
// dimensions. dtype is the argument that may name the type of the result.
var rowOperators = map[string]struct {
	reduction         string
	dims, keep, dtype int
}{
	"sum": {"sum", -1, -1, 1}, "sum.dim_IntList": {"sum", 1, 2, 3},
	"mean": {"mean", -1, -1, 1}, "mean.dim": {"mean", 1, 2, 3},
	"prod": {"prod", -1, -1, 1}, "prod.dim_int": {"prod", 1, 2, 3},
	"amax": {"max", 1, 2, -1}, "amin": {"min", 1, 2, -1}, "max": {"max", -1, -1, -1}, "min": {"min", -1, -1, -1},
	"any": {"any", -1, -1, -1}, "any.dim": {"any", 1, 2, -1}, "any.dims": {"any", 1, 2, -1},
	"all": {"all", -1, -1, -1}, "all.dim": {"all", 1, 2, -1}, "all.dims": {"all", 1, 2, -1},
	"var.correction": {"var", 1, 3, -1}, "std.correction": {"std", 1, 3, -1},
	"logsumexp": {"logsumexp", 1, 2, -1}, "linalg_vector_norm": {"norm", 2, 3, 4},
}

// ReductionOf describes a call that reduces rows of real numbers, nil if it does not, or in a way that kernels have not.
func ReductionOf(op *Op, a Args) *Reduction {
	row, ok := rowOperators[op.String()]
	if !ok || op.Variant != Plain || reducesNothing(row.reduction, a, row.dims) {
		return nil
	}
	x := a.fake(0)
	if x.DType.IsComplex() || x.Neg || x.Conj || !constantInts(a, row.dims) || slices.ContainsFunc(a, isSymbol) {
		return nil
	}
	r := &Reduction{Name: row.reduction, Dims: allOr(a, row.dims, len(x.Sizes)), Keep: row.keep >= 0 && a.bool(row.keep)}
	if row.dtype >= 0 {
		if d := a.dtype(row.dtype, x.DType); d != x.DType && !(r.Name == "sum" && d.IsFloat() == x.DType.IsFloat() && !d.IsComplex()) {
			return nil // elements are converted first
		}
	}
	switch r.Name {
	case "norm":
		switch a.floatOr(1, 2) {
		case 1:
			r.Name = "norm 1"
		case 2:
			r.Name = "norm 2"
		case math.Inf(1):
			r.Name = "norm inf"
		default:
			return nil
		}
	case "var", "std":
		r.correction = a.floatOr(2, 1)
		if r.correction != math.Trunc(r.correction) {
			return nil
		}
	}
	if len(x.Sizes) == 0 {
		r.Dims = nil
	}
	for _, d := range r.Dims { // the largest of no elements is an error
		if n, ok := x.Sizes[d].Const(); ok && n == 0 {
			return nil
		}
	}
	r.steps = rowReductions[r.Name]
	return r
}

// isSymbol says whether a value is a number that is not known when code is made.
func isSymbol(v Value) bool {
	s, ok := v.(symbolic.Int)
	return ok && s.IsSymbolic()
}

func constantInts(a Args, i int) bool {
	if i < 0 {
		return true
	}
	for _, s := range a.syms(i) {
		if s.IsSymbolic() {
			return false
		}
	}
	return true
}

// Step writes pass number i: x is the element in its own type, before the result of the pass before, n the length of a row. Floats are
// summed in type sum. The result of the last pass is to be converted by Result.
func (r *Reduction) Step(l *Lowering, i int, x, before ir.ID, n symbolic.Int, sum ir.Type) ir.ID {
	return r.steps[i](rowReducer{k: l.Kernel, x: x, sum: sum, scalar: func(name string, t ir.Type) ir.ID {
		if name == "divisor" {
			n = n.Sub(symbolic.IntOf(int64(r.correction))).Max(symbolic.IntOf(0))
		}
		id, _ := l.constant(n, t)
		return id
	}}, before)
}

// Result is the value of a row as an element of a tensor of type d.
func (r *Reduction) Result(l *Lowering, v ir.ID, d tensor.DType) ir.ID {
	elem, _ := elemOf(d)
	b := &bodyBuilder{k: l.Kernel}
	return Stored(l.Kernel, elem, b.as(elem.Value(), v))
}
