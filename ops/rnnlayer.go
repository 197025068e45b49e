package ops

import "github.com/magneto-go/magneto/tensor"

var _ = addTable([]entry{
	{S: "mkldnn_rnn_layer(Tensor input, Tensor weight0, Tensor weight1, Tensor weight2, Tensor weight3, Tensor hx_, Tensor cx_, bool reverse, int[] batch_sizes, int mode, int hidden_size, int num_layers, bool has_biases, bool bidirectional, bool batch_first, bool train) -> (Tensor, Tensor, Tensor, Tensor)",
		In: asFunction, Whole: true, Decomp: lstmLayer},
})

// lstmLayer is one direction of a layer of an LSTM over [time, batch, features]: the hidden states of all steps, and both states after the last. PyTorch's
// fourth result is what its kernel remembers; there is nothing in it here.
func lstmLayer(ctx *Context, a Args) []Value {
	x, h, c := a[0], a[5], a[6]
	check(a.int(9) == 2, "mkldnn_rnn_layer: only LSTM is supported")
	var before, after Value
	if a.bool(12) {
		before, after = a[3], a[4]
	}
	steps := ctx.fixed(sizeOf(x, 0))
	seq := make([]Value, steps)
	for i := range steps {
		t := i
		if a.bool(7) {
			t = steps - 1 - i
		}
		gates := ctx.add(ctx.call1("linear", h, a[2], after), ctx.call1("linear", ctx.selectAt(x, 0, int64(t)), a[1], before))
		parts := ctx.call("chunk", gates, int64(4), int64(-1))
		if list, ok := parts[0].([]Value); ok {
			parts = list
		}
		in, forget, fresh, out := ctx.sigmoid(parts[0]), ctx.sigmoid(parts[1]), ctx.tanh(parts[2]), ctx.sigmoid(parts[3])
		c = ctx.add(ctx.mul(forget, c), ctx.mul(in, fresh))
		h = ctx.mul(out, ctx.tanh(c))
		seq[t] = h
	}
	return []Value{ctx.call1("stack", seq, int64(0)), h, c, tensor.New(tensor.Uint8, 0)}
}

// RecordsPlainly says whether a call on values is recorded for derivatives and seen by nobody else.
func (ctx *Context) RecordsPlainly(values []Value) bool {
	if !ctx.IsPlain() || !ctx.gradEnabled || ctx.autocast.On {
		return false
	}
	needs := false
	for _, v := range values {
		t, ok := v.(*tensor.Tensor)
		if !ok || t.IsMeta() || IsWrapped(t) || DispatcherOf(t) != nil {
			return false
		}
		needs = needs || RequiresGrad(t)
	}
	return needs
}
