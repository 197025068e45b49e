package ops

import (
	"math"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Connectionist temporal classification (Graves et al., 2006): the probability of a target over all alignments with the steps of a sequence,
// by the forward and backward recursions over the target with blanks between its labels, in logarithms.

var _ = addTable([]entry{
	{S: "_ctc_loss(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, bool zero_infinity=False) -> (Tensor, Tensor)", NoTangent: "_ctc_loss", In: asFunction,
		Meta: ctcMeta, Eager: func(ctx *Context, a Args) []Value { return ctcForward(ctx, a, 0) }, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			a := s.Args()
			return ctx.call("_ctc_loss_backward", g[0], s.In(0), s.In(1), a[2], a[3], s.Out(0), s.Out(1), a[4], a[5])
		}, Saves: in0 | in1 | out0 | out1},
	{S: "_ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, bool zero_infinity=False) -> (Tensor, Tensor)", NoTangent: "_ctc_loss", In: asFunction,
		Meta: func(ctx *Context, a Args) []*Fake {
			x, targets := a.fake(0), a.fake(1)
			return fakes(NewFake(x.DType, []symbolic.Int{x.Sizes[1]}), NewFake(x.DType, []symbolic.Int{x.Sizes[1], x.Sizes[0], targets.Sizes[len(targets.Sizes)-1].Mul(sym(2)).Add(one)}))
		}, Eager: func(ctx *Context, a Args) []Value {
			return ctcForward(ctx, append(Args{a[0], a[1], ints(lengthsOf(a[2], "input_lengths")...), ints(lengthsOf(a[3], "target_lengths")...)}, a[4:]...), a.tensor(1).Size(a.tensor(1).Dim()-1))
		}, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
			a := s.Args()
			return ctx.call("_ctc_loss_backward.Tensor", g[0], s.In(0), s.In(1), s.In(2), s.In(3), s.Out(0), s.Out(1), a[4], a[5])
		}, Saves: in0 | in1 | in2 | in3 | out0 | out1},
	{S: "_ctc_loss_backward.Tensor(Tensor grad, Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, Tensor neg_log_likelihood, Tensor log_alpha, int blank, bool zero_infinity=False) -> Tensor",
		Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[1]), sizesOf(a[1]))) }, Eager: func(ctx *Context, a Args) []Value {
			lengths := append(Args{a[0], a[1], a[2], ints(lengthsOf(a[3], "input_lengths")...), ints(lengthsOf(a[4], "target_lengths")...)}, a[5:]...)
			return ctcBackward(ctx, lengths)
		}, Grad: notDerived("_ctc_loss_backward"), GradName: notImplementedNode},
	{S: "_ctc_loss_backward(Tensor grad, Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, Tensor neg_log_likelihood, Tensor log_alpha, int blank, bool zero_infinity=False) -> Tensor",
		Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[1]), sizesOf(a[1]))) }, Eager: ctcBackward, Grad: notDerived("_ctc_loss_backward"), GradName: notImplementedNode},
	{S: "ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, int reduction=1, bool zero_infinity=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		at := make([]Value, len(a.ints(3)))
		for i, n := range a.ints(3) {
			at[i] = float64(max(n, 1))
		}
		return ctcLoss(ctx, "_ctc_loss", a, floatList(at, dtypeOf(a[0])))
	}},
	{S: "ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, int reduction=1, bool zero_infinity=False) -> Tensor", In: asFunction, Decomp: func(ctx *Context, a Args) []Value {
		return ctcLoss(ctx, "_ctc_loss.Tensor", a, ctx.toDType(ctx.call1("clamp_min", a[3], int64(1)), dtypeOf(a[0])))
	}},
	{S: "ctc_loss(Tensor log_probs, Tensor targets, Any input_lengths, Any target_lengths, int blank=0, str reduction=\"mean\", bool zero_infinity=False) -> Tensor", In: asFunctional, Decomp: func(ctx *Context, a Args) []Value {
		kinds := map[string]int64{"none": 0, "mean": 1, "sum": 2}
		reduction, known := kinds[a.str(5)]
		if !known {
			throw("ValueError", "%s is not a valid value for reduction", a.str(5))
		}
		if isTensor(a[2]) {
			return ctx.call("ctc_loss.Tensor", a[0], a[1], a[2], a[3], a[4], reduction, a[6])
		}
		return ctx.call("ctc_loss.IntList", a[0], a[1], a[2], a[3], a[4], reduction, a[6])
	}},
})

func lengthsOf(v Value, what string) []int {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		throwRuntime("magneto: ctc_loss needs to know the lengths of its sequences")
	}
	check(t.DType().IsIntOrBool(), "%s must be integral", what)
	var out []int
	for _, n := range t.Ints() {
		out = append(out, int(n))
	}
	return out
}

// ctcLoss reduces the losses of a batch; the mean is over losses divided by the lengths of the targets, 1 at least.
func ctcLoss(ctx *Context, op string, a Args, lengths Value) []Value {
	logProbs, reduction := a[0], a.int(5)
	single := dimOf(logProbs) == 2
	if single {
		logProbs = ctx.unsqueeze(logProbs, 1)
	}
	loss := ctx.call(op, logProbs, a[1], a[2], a[3], a[4], a[6])[0]
	if a.bool(6) {
		loss = ctx.where(ctx.eq(loss, math.Inf(1)), ctx.scalarTensor(0.0, dtypeOf(loss)), loss)
	}
	switch reduction {
	case 1:
		return result(ctx.meanAll(ctx.div(loss, lengths)))
	case 2:
		return result(ctx.sumAll(loss))
	}
	if single {
		loss = ctx.squeeze(loss, 0)
	}
	return result(loss)
}

func ctcMeta(ctx *Context, a Args) []*Fake {
	x := a.fake(0)
	longest := 0
	for _, n := range a.ints(3) {
		longest = max(longest, n)
	}
	return fakes(NewFake(x.DType, []symbolic.Int{x.Sizes[1]}), NewFake(x.DType, []symbolic.Int{x.Sizes[1], x.Sizes[0], sym(2*longest + 1)}))
}

// ctcCall is a call with its arguments checked and read.
type ctcCall struct {
	steps, batch, labels int
	states               int       // of the longest target with its blanks
	logProbs             []float64 // [steps, batch, labels]
	targets              [][]int   // with blanks around each label
	inputs               []int
}

func newCTC(x, targets *tensor.Tensor, inputs, lengths []int, blank int) *ctcCall {
	c := &ctcCall{steps: x.Size(0), batch: x.Size(1), labels: x.Size(2), inputs: inputs, logProbs: x.Floats(), states: 1}
	check(x.Numel() > 0, "log_probs tensor must not be empty")
	check(blank >= 0 && blank < c.labels, "blank must be in label range")
	check(len(inputs) == c.batch, "input_lengths must be of size batch_size")
	check(len(lengths) == c.batch, "target_lengths must be of size batch_size")
	check(targets.DType().IsIntOrBool(), "Expected tensor for argument #2 'targets' to have one of the following scalar types: Int, Long; but got %s instead (while checking arguments for ctc_loss_allocate_outputs)", typeText(targets.DType()))
	const where = "(while checking arguments for ctc_loss_allocate_outputs)"
	values, start, stride := targets.Ints(), 0, 0
	total, longest := 0, 0
	for i, n := range lengths {
		check(n >= 0, "Expected target_lengths to have value at least 0, but got value %d (while checking arguments for ctc_loss_allocate_outputs)", n)
		check(inputs[i] >= 0, "Expected input_lengths to have value at least 0, but got value %d %s", inputs[i], where)
		check(inputs[i] <= c.steps, "Expected input_lengths to have value at most %d, but got value %d %s", c.steps, inputs[i], where)
		total, longest = total+n, max(longest, n)
	}
	if targets.Dim() == 1 {
		check(len(values) == total, "Expected tensor to have size %d at dimension 0, but got size %d for argument #2 'targets' %s", total, len(values), where)
	} else {
		check(targets.Size(0) == c.batch, "Expected tensor to have size %d at dimension 0, but got size %d for argument #2 'targets' %s", c.batch, targets.Size(0), where)
		check(targets.Size(1) >= longest, "Expected tensor to have size at least %d at dimension 1, but got size %d for argument #2 'targets' %s", longest, targets.Size(1), where)
		stride = targets.Size(1)
	}
	c.states = 2*longest + 1
	for i, n := range lengths {
		if stride > 0 {
			start = i * stride
		}
		l := []int{blank}
		for _, v := range values[start : start+n] {
			check(v >= 0 && int(v) < c.labels, "Expected targets to have values between 0 and %d, but got %d", c.labels-1, v)
			l = append(l, int(v), blank)
		}
		c.targets = append(c.targets, l)
		start += n
	}
	return c
}

func (c *ctcCall) prob(t, b, label int) float64 { return c.logProbs[(t*c.batch+b)*c.labels+label] }

// skips says whether an alignment may go to state s from the one before the last: between two different labels the blank can be left out.
func skips(target []int, s int) bool { return s >= 2 && s%2 == 1 && target[s] != target[s-2] }

// logSum is log(exp x + exp y + exp z).
func logSum(x, y, z float64) float64 {
	most := max(x, y, z)
	if math.IsInf(most, -1) {
		return most
	}
	return most + math.Log(math.Exp(x-most)+math.Exp(y-most)+math.Exp(z-most))
}

// alphas are the log probabilities of the alignments of the first steps that end in each state.
func (c *ctcCall) alphas(b int) []float64 {
	none := math.Inf(-1)
	alpha := make([]float64, c.steps*c.states)
	for i := range alpha {
		alpha[i] = none
	}
	target := c.targets[b]
	for t := range c.inputs[b] {
		row := alpha[t*c.states : (t+1)*c.states]
		for s, label := range target {
			reach := none
			switch {
			case t == 0:
				if s < 2 {
					reach = 0
				}
			default:
				before := alpha[(t-1)*c.states : t*c.states]
				last, skipped := none, none
				if s >= 1 {
					last = before[s-1]
				}
				if skips(target, s) {
					skipped = before[s-2]
				}
				reach = logSum(before[s], last, skipped)
			}
			row[s] = reach + c.prob(t, b, label)
		}
	}
	return alpha
}

// ctcForward gives the losses and the alphas, with room for targets of the length given.
func ctcForward(_ *Context, a Args, longest int) []Value {
	x := a.tensor(0)
	c := newCTC(x, a.tensor(1), a.ints(2), a.ints(3), a.int(4))
	c.states = max(c.states, 2*longest+1)
	loss, all := make([]float64, c.batch), make([]float64, 0, c.batch*c.steps*c.states)
	for b := range loss {
		alpha := c.alphas(b)
		all = append(all, alpha...)
		last, n := c.inputs[b]-1, len(c.targets[b])
		switch {
		case last >= 0 && n > 1:
			loss[b] = -logSum(alpha[last*c.states+n-1], alpha[last*c.states+n-2], math.Inf(-1))
		case last >= 0:
			loss[b] = -alpha[last*c.states]
		case n > 1:
			loss[b] = math.Inf(1)
		}
	}
	return []Value{writeBatch(x.DType(), nil, []int{c.batch}, loss), writeBatch(x.DType(), nil, []int{c.batch, c.steps, c.states}, all)}
}

// ctcBackward is the gradient for log probabilities that a log_softmax has made: what it adds to each step is the same for all labels there.
func ctcBackward(ctx *Context, a Args) []Value {
	x := a.tensor(1)
	c := newCTC(x, a.tensor(2), a.ints(3), a.ints(4), a.int(7))
	c.states = a.tensor(6).Size(2)
	scale, loss, alphas := a.tensor(0).Floats(), a.tensor(5).Floats(), a.tensor(6).Floats()
	out := make([]float64, len(c.logProbs))
	none := math.Inf(-1)
	for b, target := range c.targets {
		if math.IsInf(loss[b], 1) && a.bool(8) {
			continue
		}
		beta, later := make([]float64, len(target)), make([]float64, len(target))
		for t := c.inputs[b] - 1; t >= 0; t-- {
			beta, later = later, beta
			occupied := make([]float64, c.labels)
			for i := range occupied {
				occupied[i] = none
			}
			for s, label := range target {
				reach := none
				if t == c.inputs[b]-1 {
					if s >= len(target)-2 {
						reach = 0
					}
				} else {
					next, skipped := none, none
					if s+1 < len(target) {
						next = later[s+1]
					}
					if s+2 < len(target) && skips(target, s+2) {
						skipped = later[s+2]
					}
					reach = logSum(later[s], next, skipped)
				}
				beta[s] = reach + c.prob(t, b, label)
				occupied[label] = logSum(occupied[label], alphas[(b*c.steps+t)*c.states+s]+beta[s], none)
			}
			for label, log := range occupied {
				p := c.prob(t, b, label)
				out[(t*c.batch+b)*c.labels+label] = (math.Exp(p) - math.Exp(log+loss[b]-p)) * scale[b]
			}
		}
	}
	return result(writeBatch(x.DType(), nil, x.Sizes(), out))
}
