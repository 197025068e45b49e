package ops

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// In-place and out variants are derived. A loop body writes straight to the target; of other operators the functional
// overload computes, and the result is copied.

// eagerInPlace runs op's functional overload and writes the result to argument 0.
func eagerInPlace(ctx *Context, op *Op, args []Value) []Value {
	self := args[0].(*tensor.Tensor)
	if op.view { // t_, unsqueeze_, transpose_, squeeze_, detach_: change the geometry of the tensor itself
		v := ctx.eager(op.Functional, args)[0].(*tensor.Tensor)
		self.SetGeometry(v.Sizes(), v.Strides(), v.Offset())
		if op.Name != "detach_" {
			self.BumpVersion()
		}
		return args[:1]
	}
	checkOverlap(op, self, args[1:])
	if f := op.e.Into; f != nil {
		checkWritable(op, self, args[1:])
		f(ctx, op, args)
		self.BumpVersion()
		return args[:1]
	}
	if op.e.loop != nil && !self.MayOverlap() && writeLoop(ctx, op.e, args, self) {
		self.BumpVersion()
		return args[:1]
	}
	result := ctx.eager(op.Functional, args)[0].(*tensor.Tensor)
	checkWritable(op, self, args[1:])
	checkInPlace(ctx, op, FakeOf(self), FakeOf(result))
	if self.MayOverlap() {
		copyChanged(self, result)
	} else {
		tensor.Copy(self, result)
	}
	self.BumpVersion()
	return args[:1]
}

// copyChanged copies the elements of result that are not those of self: where several elements of self lie at one place, one that an operator
// left alone does not undo a change of another.
func copyChanged(self, result *tensor.Tensor) {
	size := self.DType().Size()
	to, from := self.Storage().Bytes(), result.Storage().Bytes()
	before := append([]byte(nil), to...)
	tensor.ForEachRow(self.Sizes(), self.Strides(), result.Strides(), self.Offset(), result.Offset(), func(at, j, n, si, sj int) {
		for range n {
			if v := from[j*size : (j+1)*size]; !bytes.Equal(v, before[at*size:(at+1)*size]) {
				copy(to[at*size:], v)
			}
			at, j = at+si, j+sj
		}
	})
}

// memoryRule is what an operator asks of the memory of its target beside the usual: no element twice, none that an argument has at another place.
type memoryRule uint8

const (
	writesTwice memoryRule = 1 << iota // elements of the target may lie at one place
	readsApart                         // what it picks or places must share no memory with the target at all
	ontoItself                         // writing elements to their own places is nothing to do
)

// memoryRules are the operators with rules of their own, by name.
var memoryRules = map[string]memoryRule{
	"copy": ontoItself, "empty": writesTwice, "zeros": writesTwice, "ones": writesTwice, "full": writesTwice, "eye": writesTwice,
	"fill": writesTwice, "zero": writesTwice, "masked_fill": writesTwice, "tril": writesTwice, "triu": writesTwice,
	"index_fill": writesTwice | readsApart, "index_put": writesTwice | readsApart,
	"index_add": readsApart, "index_copy": readsApart, "index_reduce": readsApart, "put": readsApart, "take": readsApart, "gather": readsApart,
	"scatter": readsApart, "scatter_add": readsApart, "scatter_reduce": readsApart, "index_select": readsApart, "masked_select": readsApart,
	"cat": readsApart, "kthvalue": readsApart,
}

func checkWritable(op *Op, self *tensor.Tensor, args []Value) {
	if !self.MayOverlap() || op.e.memory&writesTwice != 0 {
		return
	}
	if op.e.memory&ontoItself != 0 {
		if src, ok := args[0].(*tensor.Tensor); ok && sameElements(self, src) {
			return
		}
	}
	throwRuntime(innerOverlap)
}

const innerOverlap = "unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation."

// sameElements says whether two tensors have the same elements in the same order.
func sameElements(a, b *tensor.Tensor) bool {
	return a.Storage() == b.Storage() && a.Offset() == b.Offset() && a.DType() == b.DType() && a.Conj == b.Conj && a.Neg == b.Neg &&
		slices.Equal(a.Sizes(), b.Sizes()) && slices.Equal(a.Strides(), b.Strides())
}

const partialOverlap = "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation."

// checkOverlap refuses to write to memory that an argument reads at other places. Products of matrices do not look.
func checkOverlap(op *Op, self *tensor.Tensor, args []Value) {
	if op.e.Overlaps {
		return
	}
	eachTensor(args, func(v Value) bool {
		if t, ok := v.(*tensor.Tensor); ok && sharesMemory(self, t) && (op.e.memory&readsApart != 0 || !sameLayout(self, t)) {
			throwRuntime(partialOverlap)
		}
		return true
	})
}

// sharesMemory says whether two dense tensors have memory in common.
func sharesMemory(a, b *tensor.Tensor) bool {
	if a.Storage() != b.Storage() || a.Numel() == 0 || b.Numel() == 0 || !a.IsDense() || !b.IsDense() {
		return false
	}
	aLo, aHi := place(a)
	bLo, bHi := place(b)
	return aLo < bHi && bLo < aHi
}

// sameLayout says whether two dense tensors that share memory have the same elements in the same order.
func sameLayout(a, b *tensor.Tensor) bool {
	aLo, aHi := place(a)
	bLo, bHi := place(b)
	return aLo == bLo && aHi == bHi && slices.Equal(a.Strides(), b.Strides())
}

// place is where a dense tensor lies in its storage, in bytes.
func place(t *tensor.Tensor) (lo, hi int) {
	size := t.DType().Size()
	return t.Offset() * size, (t.Offset() + t.Numel()) * size
}

// checkApart has operators that pick or place elements refuse their targets before anything is computed. Those that change a copy of their first argument may be
// given that as the target.
func checkApart(op *Op, args []Value, n int) {
	if op.e.memory&readsApart == 0 {
		return
	}
	reads := args[:len(args)-n]
	if op.e.In&asInPlace != 0 {
		reads = reads[1:]
	}
	for _, v := range args[len(args)-n:] {
		if out, ok := v.(*tensor.Tensor); ok {
			checkWritable(op, out, nil)
			checkOverlap(op, out, reads)
		}
	}
}

func checkInPlace(ctx *Context, op *Op, self, result *Fake) {
	if op.Functional.Name == "float_power" && self.DType != result.DType { // the only one that no cast leads back from
		throwRuntime("%s", typesIn(inPlaceTexts["float_power"], result.DType, self.DType, self.DType))
	}
	if !expectSameSizes(ctx, self.Sizes, result.Sizes) {
		switch op.Functional.Name {
		case "addmm", "addmv", "baddbmm":
			throwRuntime("Bad in-place call: input tensor size %s and output tensor size %s should match", sizesText(self.Sizes), sizesText(result.Sizes))
		case "addr":
			throwRuntime("size mismatch, input: %s, v1: %s, v2: %s", sizesText(self.Sizes), sizesText(result.Sizes[:1]), sizesText(result.Sizes[1:]))
		}
		throwRuntime("output with shape %s doesn't match the broadcast shape %s", sizesText(self.Sizes), sizesText(result.Sizes))
	}
	check(op.Functional.Name != "abs" || !self.DType.IsComplex(), "In-place abs is not supported for complex tensors.")
	if !tensor.CanCast(result.DType, self.DType) {
		if text := inPlaceTexts[op.Functional.String()]; text != "" {
			throwRuntime("%s", typesIn(text, result.DType, self.DType, self.DType))
		}
		name := self.DType.ScalarName()
		if strings.Contains(outTypes()[op.Functional.Name].text, "%g") {
			name = self.DType.CName()
		}
		throwRuntime("result type %s can't be cast to the desired output type %s", result.DType.ScalarName(), name)
	}
}

func sameSizes(ctx *Context, a, b []symbolic.Int) bool { return allSame(a, b, ctx.is) }

// expectSameSizes is sameSizes for sizes that must be the same.
func expectSameSizes(ctx *Context, a, b []symbolic.Int) bool { return allSame(a, b, ctx.expect) }

func allSame(a, b []symbolic.Int, is func(symbolic.Bool) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && !is(a[i].Eq(b[i])) {
			return false
		}
	}
	return true
}

// inPlaceComposite runs a composite's decomposition and copies the result back. Derivatives may keep the old value, which
// the copy overwrites, so under autograd they get one of their own.
func inPlaceComposite(ctx *Context, op *Op, args []Value) []Value {
	from := args
	if plain := eachTensor(args, func(v Value) bool { return !RequiresGrad(v) }); ctx.gradEnabled && !plain { // derivatives may look at the old value
		from = append([]Value{ctx.clone(args[0])}, args[1:]...)
	}
	result := op.e.Decomp(ctx, from)[0]
	if result == args[0] { // nothing was computed
		return args[:1]
	}
	checkInPlace(ctx, op, metaOf(args[0]), metaOf(result))
	ctx.call("copy_", args[0], result)
	nameChange(op, args[0], recordedNode(result))
	return args[:1]
}

// nameChange names the node of what an operator has changed in place after the operator, or after the last step that it is made of.
func nameChange(op *Op, self Value, last *Node) {
	if n := recordedNode(self); n != nil && last != nil && n.name == copyNode {
		n.name = last.name
		if op.e.Whole {
			n.name = nodeName(op)
		} else if number, ok := inPlaceNumbers[last.op]; ok {
			n.name = last.name[:strings.LastIndex(last.name, "Backward")] + "Backward" + strconv.Itoa(number)
		}
	}
}

// inPlaceNumbers are the numbers at the end of the names of nodes, of operators whose change in place has a derivative of its own.
var inPlaceNumbers = map[string]int{
	"threshold": 1, "squeeze": 3, "squeeze.dim": 4, "squeeze.dims": 5, "fill.Scalar": 2, "fill.Tensor": 3, "leaky_relu": 1, "elu": 1, "celu": 1, "t": 1,
	"unsqueeze": 1, "bernoulli.float": 2, "bernoulli.Tensor": 1, "transpose.int": 1, "conj_physical": 1, "polygamma": 1, "as_strided": 1,
}

// copyNode is the name of the nodes of copy_.
const copyNode = "torch::autograd::CopyBackwards"

// eagerOut runs the functional overload and writes the results to the out arguments, resizing them.
func eagerOut(ctx *Context, op *Op, args []Value) []Value {
	n := len(op.Schema().Returns)
	outs := args[len(args)-n:]
	if out, ok := outs[0].(*tensor.Tensor); ok && op.e.loop != nil && !out.MayOverlap() {
		checkOverlap(op, out, args[:len(args)-n])
		if writeLoop(ctx, op.e, args[:len(args)-n], out) {
			out.BumpVersion()
			return []Value{out}
		}
	}
	checkApart(op, args, n)
	args = typedByOut(op, args, n)
	results := ctx.dispatch(op.Functional, args[:len(args)-n])
	for i, r := range results {
		result, out := r.(*tensor.Tensor), outs[i].(*tensor.Tensor)
		if slices.Equal(result.Sizes(), out.Sizes()) && op.e.memory&readsApart == 0 {
			checkOverlap(op, out, args[:len(args)-n])
			checkWritable(op, out, nil)
		}
		checkOutType(op, args, i, result.DType(), out.DType())
		if !sameSizes(ctx, symbolic.Ints(out.Sizes()), symbolic.Ints(result.Sizes())) {
			if out.Numel() > 0 {
				ctx.warn(resized, sizesText(symbolic.Ints(out.Sizes())), sizesText(symbolic.Ints(result.Sizes())))
			}
			resizeTensor(out, result.Sizes())
			if result.IsDense() {
				out.SetGeometry(result.Sizes(), result.Strides(), out.Offset())
			}
		}
		tensor.Copy(out, result)
		out.BumpVersion()
	}
	return append([]Value(nil), outs...)
}

// typedByOut takes the element type of a factory's result from the tensor that it is to fill, which must be that of the
// caller's dtype if there is one.
func typedByOut(op *Op, args []Value, n int) []Value {
	if n != 1 {
		return args
	}
	if totals[op.Name] {
		return typedTotal(op, args)
	}
	for i, q := range op.Schema().Params {
		if q.Type.Base == "Tensor" && i < len(args)-n {
			return args
		}
		if q.Name != "dtype" || q.Type.Base != "ScalarType" {
			continue
		}
		out := dtypeOf(args[len(args)-1])
		if d, ok := args[i].(tensor.DType); ok && args[i] != q.Default && d != out {
			throwRuntime("dtype %s does not match dtype of out parameter (%s)", d.ScalarName(), out.ScalarName())
		}
		args = slices.Clone(args)
		args[i] = out
		return args
	}
	return args
}

// totals are reductions that compute in the element type of what they write to, unless one is asked for.
var totals = map[string]bool{"sum": true, "prod": true, "cumsum": true, "cumprod": true}

func typedTotal(op *Op, args []Value) []Value {
	for i, q := range op.Schema().Params {
		if q.Name == "dtype" && args[i] == nil {
			args = slices.Clone(args)
			args[i] = dtypeOf(args[len(args)-1])
		}
	}
	return args
}

// resizeTensor gives t contiguous geometry of new sizes, growing its storage if needed.
func resizeTensor(t *tensor.Tensor, sizes []int) {
	s := append([]int(nil), sizes...)
	need := (t.Offset() + tensor.Numel(s)) * t.DType().Size()
	if need > t.Storage().Size() {
		t.Storage().Resize(need)
	}
	t.SetGeometry(s, tensor.ContiguousStrides(s), t.Offset())
}
