package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// The negative log likelihood of scores for each place of an image: scores [batch, classes, rows, columns], targets [batch, rows, columns].

var _ = addTable([]entry{
	{S: "nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight)", In: 0, Meta: nll2dMeta, Kernel: nll2dKernel, GradName: "NllLoss2DBackward0", Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return ctx.call("nll_loss2d_backward", g[0], s.In(0), s.In(1), s.In(2), s.Arg(3), s.Arg(4), s.Out(1))
	}, Saves: in0 | in1 | in2 | out1},
	{S: "nll_loss2d_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(NewFake(dtypeOf(a[1]), sizesOf(a[1])))
	}, Kernel: nll2dBackward, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		return []Value{ctx.call("nll_loss2d_forward", g[0], s.In(2), s.In(3), s.Arg(4), s.Arg(5))[0]}
	}, Saves: in2 | in3},
	{S: "nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> Tensor", In: asNN, Decomp: func(ctx *Context, a Args) []Value { return ctx.call("nll_loss2d_forward", a...)[:1] }},
})

func nll2dMeta(ctx *Context, a Args) []*Fake {
	x, t := a.fake(0), a.fake(1)
	check(t.DType == tensor.Int64 || t.DType == tensor.Uint8, "expected target dtype to be Long or Byte, but got %s", t.DType.ScalarName())
	check(len(t.Sizes) == 3, "only batches of spatial targets supported (3D tensors) but got targets of dimension: %d", len(t.Sizes))
	check(len(x.Sizes) == 4, "only batches of spatial inputs supported (4D tensors), but got input of dimension: %d", len(x.Sizes))
	check(a.none(2) || sameSize(ctx, numelOf(a[2]), x.Sizes[1]), "weight tensor should be defined either for all or no classes")
	if !sameSizes(ctx, []symbolic.Int{x.Sizes[0], x.Sizes[2], x.Sizes[3]}, t.Sizes) {
		throwRuntime("size mismatch (got input: %s , target: %s", sizesText(x.Sizes), sizesText(t.Sizes))
	}
	total := NewFake(x.DType, nil)
	if a.int(3) == reduceNone {
		return fakes(NewFake(x.DType, t.Sizes), total)
	}
	return fakes(NewFake(x.DType, nil), total)
}

func nll2dKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	x := a.tensor(0)
	if !x.DType().IsFloat() {
		notImplemented("nll_loss2d_forward_out_frame", x.DType())
	}
	checkClassWeights(a)
	s, t := x.Sizes(), x.Strides()
	rows := x.Window([]int{s[0], s[2], s[3], s[1]}, []int{t[0], t[2], t[3], t[1]}, x.Offset()).Contiguous()
	places := s[0] * s[2] * s[3]
	nllKernel(ctx, append(Args{rows.Window([]int{places, s[1]}, []int{s[1], 1}, rows.Offset())}, a[1:]...), out)
}

func nll2dBackward(_ *Context, a Args, out []*tensor.Tensor) {
	s := a.tensor(1).Sizes()
	classes, places := s[1], s[2]*s[3]
	eachNLLGradient(a, func(i, class int, v float64, put func(int, float64)) {
		put((i/places*classes+class)*places+i%places, v)
	}, out[0])
}
