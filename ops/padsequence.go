package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// padSequence puts sequences [length, ...] of several lengths side by side: [longest, count, ...], or [count, longest, ...], filled up at one end.
func padSequence(ctx *Context, a Args) []Value {
	sequences, first, side := a.list(0), a.bool(1), a.str(3)
	check(len(sequences) > 0, "received an empty list of sequences")
	check(side == "left" || side == "right", "Expected padding_side to be one of left or right, but got %s.", side)
	check(dimOf(sequences[0]) > 0, "ArrayRef: invalid slice, N = 1; size = 0")
	longest := sizeOf(sequences[0], 0)
	for _, s := range sequences[1:] {
		if n := sizeOf(s, 0); !ctx.is(n.Le(longest)) {
			longest = n
		}
	}
	count := symbolic.IntOf(int64(len(sequences)))
	lead := []symbolic.Int{longest, count}
	if first {
		lead = []symbolic.Int{count, longest}
	}
	m := metaOf(sequences[0])
	out := ctx.call1("full", sizeList(append(lead, m.Sizes[1:]...)), a[2], m.DType, tensor.Strided, m.Device)
	for i, s := range sequences {
		from, to := symbolic.IntOf(0), sizeOf(s, 0)
		if side == "left" {
			from, to = longest.Sub(to), longest
		}
		var place Value
		if first {
			place = ctx.slice(ctx.selectAt(out, 0, int64(i)), 0, intValue(from), intValue(to))
		} else {
			place = ctx.selectAt(ctx.slice(out, 0, intValue(from), intValue(to)), 1, int64(i))
		}
		ctx.call("copy_", place, s)
	}
	return result(out)
}

var _ = addTable([]entry{
	{S: `pad_sequence(Tensor[] sequences, bool batch_first=False, float padding_value=0.0, str padding_side="right") -> Tensor`, In: asNN, Decomp: padSequence},
})
