package object

import "testing"

// TestLend: calls within calls see their own arguments, beyond the room of the thread too, and each gives its place back.
func TestLend(t *testing.T) {
	th := NewThread()
	var f Value
	f = NewFuncValue("f", func(th *Thread, args, kw []Value) (Value, error) {
		depth := args[0].SmallInt()
		sum := Int(0)
		if depth > 0 {
			inner, err := Call(th, f, Int(depth-1), Int(depth), Int(2*depth))
			if err != nil {
				return Null, err
			}
			sum = inner
		}
		if args[0].SmallInt() != depth || args[2].SmallInt() != 2*args[1].SmallInt() {
			t.Errorf("arguments of depth %d have become %d, %d, %d", depth, args[0].SmallInt(), args[1].SmallInt(), args[2].SmallInt())
		}
		return Int(sum.SmallInt() + args[1].SmallInt()), nil
	})
	const depth = lentRoom // times three arguments
	for range 3 {
		sum, err := Call(th, f, Int(depth), Int(depth+1), Int(2*depth+2))
		if want := int64((depth + 1) * (depth + 2) / 2); err != nil || sum.SmallInt() != want {
			t.Errorf("the sum is %d (%v), not %d", sum.SmallInt(), err, want)
		}
		if len(th.lent) != 0 {
			t.Errorf("%d arguments are still lent", len(th.lent))
		}
	}
}
