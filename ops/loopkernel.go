package ops

import (
	"os"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/conv"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gelu"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/moments"
	"github.com/magneto-go/magneto/tensor"
)

// Dense elementwise work runs on kernels of the loop compiler: an entry's loop body says what one element is, the kernel is
// compiled for the types at hand and kept, and sizes, strides and numbers are those of the call. What a body does not
// cover (complex numbers, a type without its function) is left to the entry's kernel in Go.

// loopBody is the loop body of an elementwise operator.
type loopBody struct {
	// result gives the value of an element, 0 where the types have none.
	result func(b *bodyBuilder) ir.ID
	// compute is the type that elements are computed in.
	compute func(ctx *Context, a Args, out tensor.DType) tensor.DType
	// form tells calls apart whose plain arguments change the expression.
	form func(a Args) string
	// within says whether the expression is good for the elements of a call; the kernel of the operator runs for others. nil where it always is.
	// In kernels of graphs the result itself rejects what it is not good for.
	within func(a Args) bool
	// ends says that PyTorch computes what is left of a run beyond whole vectors by code of its own, whose functions are the C library's.
	ends bool
}

// engines are what a context compiles and runs kernels with.
type engines struct {
	compiler     *loop.Compiler
	products     *gemm.Engine
	convolutions *conv.Engine
	moments      *moments.Engine
	gelu         *gelu.Engine
	kernels      map[loopKey]*loopKernel
	rows         map[rowKey]*loop.Kernel // nil where there is none for the types
}

// keptKernels bounds the kernels that a context keeps compiled.
const keptKernels = 1024

// CPUCapability is the instruction set of the kernels, as PyTorch names it.
func (ctx *Context) CPUCapability() string {
	switch ctx.engine().compiler.ISA() {
	case exec.AVX512:
		return "AVX512"
	case exec.AVX2:
		return "AVX2"
	}
	return "DEFAULT"
}

// engine is made when first needed. MAGNETO_ISA chooses its instruction set.
func (ctx *Context) engine() *engines {
	if ctx.engines == nil {
		isa, err := exec.ParseISA(os.Getenv("MAGNETO_ISA"))
		if err != nil {
			throwRuntime("MAGNETO_ISA: %v", err)
		}
		c := loop.NewCompiler(isa, keptKernels, workersFor(ctx.Threads()))
		products := gemm.New(c)
		ctx.engines = &engines{compiler: c, products: products, convolutions: conv.New(c, products), moments: moments.New(isa), gelu: gelu.New(isa), kernels: map[loopKey]*loopKernel{}, rows: map[rowKey]*loop.Kernel{}}
	}
	return ctx.engines
}

// loopKey is what a compiled kernel depends on, and the type of its result: the entry, the types of the operands, and the form.
type loopKey struct {
	e     *entry
	types [maxLoopArgs]uint8 // a dtype, scalarType added where there are no dimensions, or one of the constants below
	form  string
}

const (
	maxLoopArgs = 7

	scalarType  = 0x80
	intType     = 0x70
	floatType64 = 0x71
	boolType    = 0x72
	otherType   = 0x7f
)

// loopKernel is a compiled body with where its inputs come from.
type loopKernel struct {
	kernel  *loop.Kernel // nil where the types have no body
	ends    *loop.Kernel // computes what is left of runs beyond whole vectors, or nil
	out     tensor.DType
	tensors []int // the arguments that are loaded, in order
	numbers []loopNumber
}

type loopNumber struct {
	arg int
	t   ir.Type
}

// elemOf is the loop IR's name of an element type; complex numbers have none.
func elemOf(d tensor.DType) (e ir.Elem, ok bool) {
	e, ok = elems[d]
	return e, ok
}

var elems = map[tensor.DType]ir.Elem{
	tensor.Bool: ir.Bool8, tensor.Uint8: ir.Uint8, tensor.Int8: ir.Int8, tensor.Int16: ir.Int16, tensor.Int32: ir.Int32, tensor.Int64: ir.Int64,
	tensor.Float16: ir.Float16, tensor.BFloat16: ir.BFloat16, tensor.Float32: ir.Float32, tensor.Float64: ir.Float64,
}

// pointer is the address of t's first element.
func pointer(t *tensor.Tensor) unsafe.Pointer {
	b := t.Storage().Bytes()
	return unsafe.Pointer(&b[t.Offset()*t.DType().Size()])
}

// loopKeyOf describes a call; ok is false for operands that no kernel takes.
func loopKeyOf(e *entry, a Args) (key loopKey, ok bool) {
	if len(a) > maxLoopArgs {
		return key, false
	}
	key.e = e
	for i, v := range a {
		switch v := v.(type) {
		case *tensor.Tensor:
			if v == nil {
				key.types[i] = otherType
				continue
			}
			if v.Neg || v.Conj || v.DType().IsComplex() {
				return key, false
			}
			key.types[i] = uint8(v.DType())
			if v.Dim() == 0 {
				key.types[i] |= scalarType
			}
		case int64:
			key.types[i] = intType
		case float64:
			key.types[i] = floatType64
		case bool:
			key.types[i] = boolType
		case complex128:
			return key, false
		default:
			key.types[i] = otherType
		}
	}
	if e.loop.form != nil {
		key.form = e.loop.form(a)
	}
	return key, true
}

// runLoop computes out by the entry's loop body; false if it has none for these arguments.
func runLoop(ctx *Context, e *entry, a Args, out *tensor.Tensor) bool {
	if out.Neg || out.Conj {
		return false
	}
	key, ok := loopKeyOf(e, a)
	if !ok {
		return false
	}
	if out.Numel() == 0 {
		return true
	}
	if e.loop.within != nil && !e.loop.within(a) {
		return false
	}
	kernels := ctx.engine().kernels
	k, ok := kernels[key]
	if !ok || k.out != out.DType() {
		k = compileBody(ctx, e.loop, a, out.DType(), e.loop.compute(ctx, a, out.DType()))
		if len(kernels) >= 4*keptKernels {
			clear(kernels)
		}
		kernels[key] = k
	}
	if k.kernel == nil {
		return false
	}
	k.run(a, out)
	return true
}

// runKnown is the short way of a call whose kernel is known and whose operands lie alike, contiguous: what the meta would
// say is plain then. It gives nil for all others.
func runKnown(ctx *Context, e *entry, a Args) *tensor.Tensor {
	if ctx.engines == nil {
		return nil
	}
	key, ok := loopKeyOf(e, a)
	if !ok {
		return nil
	}
	k := ctx.engines.kernels[key]
	if k == nil || k.kernel == nil || e.loop.within != nil && !e.loop.within(a) {
		return nil
	}
	for _, v := range a {
		switch v.(type) {
		case tensor.MemoryFormat, tensor.DType, tensor.Device, tensor.Layout:
			return nil // the result is not plain
		}
	}
	var like *tensor.Tensor
	for _, i := range k.tensors {
		t := a[i].(*tensor.Tensor)
		switch {
		case t.Dim() == 0:
		case like == nil:
			like = t
		case !slices.Equal(t.Sizes(), like.Sizes()):
			return nil
		}
		if !isRowMajor(t) || t.IsMeta() || t.Device() != tensor.CPU {
			return nil
		}
	}
	if like == nil || like.Numel() == 0 {
		return nil
	}
	out := tensor.NewUninit(k.out, like.Sizes()...)
	out.Inference = ctx.inferenceMode
	k.run(a, out)
	return out
}

// writeLoop computes straight into a tensor of the result's type and sizes; false leaves the work, and the errors of arguments
// that do not fit, to the way over a new tensor. An operand in the same memory must be the target's elements in its order.
func writeLoop(ctx *Context, e *entry, a Args, target *tensor.Tensor) bool {
	a, _ = ctx.roundOperands(e, a)
	apart := eachTensor(a, func(v Value) bool {
		t := v.(*tensor.Tensor)
		return t.Storage() != target.Storage() || t.Offset() == target.Offset() && t.DType() == target.DType() &&
			slices.Equal(t.Sizes(), target.Sizes()) && slices.Equal(t.Strides(), target.Strides())
	})
	if !apart || target.IsMeta() {
		return false
	}
	if key, ok := loopKeyOf(e, a); ok && ctx.engines != nil {
		if k := ctx.engines.kernels[key]; k != nil && k.kernel != nil && k.out == target.DType() && k.fits(a, target) {
			if target.Numel() > 0 {
				k.run(a, target)
			}
			return true
		}
	}
	result := e.Meta(ctx, a)[0]
	if result.DType != target.DType() || !slices.Equal(constants(result.Sizes), target.Sizes()) {
		return false
	}
	return runLoop(ctx, e, a, target)
}

// fits says whether the operands have the sizes of the target, or none: what the meta would say is plain then.
func (k *loopKernel) fits(a Args, target *tensor.Tensor) bool {
	same := false
	for _, i := range k.tensors {
		t := a[i].(*tensor.Tensor)
		switch {
		case t.IsMeta():
			return false
		case slices.Equal(t.Sizes(), target.Sizes()):
			same = true
		case t.Dim() > 0:
			return false
		}
	}
	return same
}

// isRowMajor says whether the strides are those of a new tensor, also in dimensions of size 1.
func isRowMajor(t *tensor.Tensor) bool {
	step := 1
	sizes, strides := t.Sizes(), t.Strides()
	for i := len(sizes) - 1; i >= 0; i-- {
		if strides[i] != step {
			return false
		}
		step *= max(sizes[i], 1)
	}
	return true
}

// run calls the kernel.
func (k *loopKernel) run(a Args, out *tensor.Tensor) {
	sizes := out.Sizes()
	dense := true
	for _, i := range k.tensors {
		t := a[i].(*tensor.Tensor)
		dense = dense && (t.Numel() == 1 || sameGeometry(t, sizes, out.Strides()))
	}
	dense = dense && out.IsDense()
	buffers := make([]ir.Buffer, 0, maxLoopArgs+1)
	var line [1]int
	space := ir.Space{Keep: sizes}
	if dense {
		line[0] = out.Numel()
		space.Keep = line[:]
	}
	for _, i := range k.tensors {
		t := a[i].(*tensor.Tensor)
		switch {
		case dense && t.Numel() == 1:
			buffers = append(buffers, ir.Buffer{Ptr: pointer(t), Strides: repeated[:]})
		case dense:
			buffers = append(buffers, ir.Buffer{Ptr: pointer(t), Strides: consecutive[:]})
		default:
			buffers = append(buffers, ir.Buffer{Ptr: pointer(t), Strides: expandTensor(t, sizes).Strides()})
		}
	}
	if dense {
		buffers = append(buffers, ir.Buffer{Ptr: pointer(out), Strides: consecutive[:]})
	} else {
		buffers = append(buffers, ir.Buffer{Ptr: pointer(out), Strides: out.Strides()})
	}
	var scalars []uint64
	for _, n := range k.numbers {
		scalars = append(scalars, scalarWord(a[n.arg], n.t))
	}
	if k.ends != nil {
		k.runInParts(space, buffers, scalars)
		return
	}
	if err := k.kernel.Run(space, buffers, scalars); err != nil {
		throwRuntime("%v", err)
	}
}

var repeated, consecutive = [1]int{0}, [1]int{1}

// scalarWord is a number argument as a kernel takes it.
func scalarWord(v Value, t ir.Type) uint64 {
	switch t {
	case ir.F32:
		return ir.Float32Bits(float32(toFloat(v)))
	case ir.F64:
		return ir.Float64Bits(toFloat(v))
	case ir.Bool:
		if toFloat(v) != 0 {
			return 1
		}
		return 0
	}
	switch v := v.(type) {
	case int64:
		return ir.IntBits(t, v)
	case bool:
		if v {
			return 1
		}
		return 0
	}
	return ir.IntBits(t, int64(toFloat(v)))
}

// bodyBuilder builds the expression of an element.
type bodyBuilder struct {
	k       *ir.Kernel
	t       ir.Type // of the computation
	elem    ir.Elem // whose values it computes with
	args    Args
	loaded  map[int]ir.ID // tensors in their own types
	out     tensor.DType
	compute tensor.DType // of eager calls: the type of the computation, of which t is the register type
	eager   bool
	tensors []int
	numbers []loopNumber
	missing bool
	// plain gives the value of a number where it does not come with each call; ok is false for what is none.
	plain func(v Value, t ir.Type) (id ir.ID, ok bool)
}

func compileBody(ctx *Context, body *loopBody, a Args, out, compute tensor.DType) *loopKernel {
	none := &loopKernel{out: out}
	elem, ok := elemOf(out)
	computeElem, ok2 := elemOf(compute)
	if !ok || !ok2 {
		return none
	}
	made := &loopKernel{out: out}
	if made.kernel = made.compile(ctx, body, a, elem, computeElem, compute, false); made.kernel == nil {
		return none
	}
	float32s := eachTensor(a, func(v Value) bool { return v.(*tensor.Tensor).DType() == tensor.Float32 })
	if body.ends && !ctx.WideSums && float32s && elem == ir.Float32 && computeElem == ir.Float32 {
		made.ends = made.compile(ctx, body, a, elem, computeElem, compute, true)
	}
	return made
}

// compile makes a kernel of the body, or nil; nearest is for ends of runs.
func (k *loopKernel) compile(ctx *Context, body *loopBody, a Args, elem, computeElem ir.Elem, compute tensor.DType, nearest bool) *loop.Kernel {
	b := &bodyBuilder{k: ir.New("eager"), t: computeElem.Value(), elem: computeElem, args: a, out: k.out, compute: compute, eager: true, loaded: map[int]ir.ID{}}
	b.k.CLibrary = nearest
	for i, v := range a { // loads in the order of the arguments
		if t, ok := v.(*tensor.Tensor); ok && t != nil {
			e, ok := elemOf(t.DType())
			if !ok {
				return nil
			}
			b.loaded[i] = b.k.Load(b.k.In(string(rune('a'+i)), e))
			b.tensors = append(b.tensors, i)
		}
	}
	v := body.result(b)
	if v == 0 || b.missing {
		return nil
	}
	target := b.k.Out("out", elem)
	b.k.Store(target, b.as(elem.Value(), v))
	kernel, err := ctx.engine().compiler.Compile(b.k)
	if err != nil {
		return nil
	}
	k.tensors, k.numbers = b.tensors, b.numbers
	return kernel
}

// as converts a value to a type; a number is true if it is not zero.
func (b *bodyBuilder) as(t ir.Type, v ir.ID) ir.ID {
	from := b.k.TypeOf(v)
	switch {
	case from == t:
		return v
	case t == ir.Bool:
		return b.k.Do(ir.Ne, v, b.k.Const(from, 0))
	}
	return b.k.To(t, v)
}

// x is argument i, tensor or number, in the type of the computation.
func (b *bodyBuilder) x(i int) ir.ID {
	v, ok := b.loaded[i]
	if !ok {
		return b.number(i, b.t)
	}
	v = b.as(b.t, v)
	if d := dtypeOf(b.args[i]); b.t == ir.I32 && d.IsIntegral() && b.elem != ir.Int32 && d.Size() >= 2 { // one without dimensions may be of a wider type
		v = Stored(b.k, b.elem, v)
	}
	return v
}

// number is a plain argument as a value of type t. One that integers of the computation cannot hold wraps.
func (b *bodyBuilder) number(i int, t ir.Type) ir.ID {
	id := b.word(i, t)
	if t == ir.I32 && t == b.t {
		id = Stored(b.k, b.elem, id)
	}
	return id
}

// word is a plain argument as it comes with a call, or lies in the code.
func (b *bodyBuilder) word(i int, t ir.Type) ir.ID {
	if b.plain != nil {
		id, ok := b.plain(b.args[i], t)
		if !ok {
			b.missing = true
			return b.k.Const(t, 0)
		}
		return id
	}
	switch b.args[i].(type) {
	case int64, float64, bool:
	default:
		b.missing = true
		return b.k.Const(t, 0)
	}
	b.numbers = append(b.numbers, loopNumber{i, t})
	return b.k.Scalar(string(rune('a'+i)), t)
}

// has says whether an optional argument was given.
func (b *bodyBuilder) has(i int) bool { return b.args[i] != nil }

func (b *bodyBuilder) c(f float64) ir.ID               { return b.k.Const(b.t, f) }
func (b *bodyBuilder) do(o ir.Op, args ...ir.ID) ir.ID { return b.k.Do(o, args...) }
func (b *bodyBuilder) pick(cond, yes, no ir.ID) ir.ID  { return b.k.Do(ir.Select, cond, yes, no) }
func (b *bodyBuilder) isFloat() bool                   { return b.t.Float() }
