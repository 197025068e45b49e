package symbolic

import (
	"errors"
	"math"
	"testing"
)

// Numbers between the symbols and the result may be larger than 64 bits.
func TestEvalOfLargeNumbers(t *testing.T) {
	n, m := NewSymbol("n"), NewSymbol("m")
	values := func(name string) (int64, bool) { return map[string]int64{"n": 1 << 40, "m": -3}[name], true }
	for _, c := range []struct {
		e    *Expr
		want int64
	}{
		{NewFloorDiv(NewMul(n, n), NewMul(n, m)), -366503875926},
		{NewMod(NewMul(n, n, n), m), -2},
		{NewMax(NewMul(m, n, n), NewConst(5)), 5},
		{NewMin(NewMul(n, n), NewConst(5)), 5},
		{NewSub(NewMul(n, n), NewMul(n, NewAdd(n, m))), 3 << 40},
		{NewMul(NewConst(-1), NewConst(math.MaxInt64)), -math.MaxInt64},
	} {
		if got, err := Eval(c.e, values); err != nil || got != c.want {
			t.Errorf("%s = %d, %v; want %d", c.e, got, err, c.want)
		}
	}
	square := FromExpr(NewMul(n, n))
	for _, c := range []struct {
		b    Bool
		want int64
	}{
		{square.Gt(IntOf(10)), 1}, {square.Eq(IntOf(0)), 0}, {square.Lt(IntOf(math.MaxInt64)), 0}, {square.Neg().Le(IntOf(math.MinInt64)), 1},
	} {
		if got, err := Eval(c.b.Expr(), values); err != nil || got != c.want {
			t.Errorf("%s = %d, %v; want %d", c.b.Expr(), got, err, c.want)
		}
	}
	if _, err := Eval(NewMul(n, n), values); !errors.Is(err, errLarge) {
		t.Errorf("n*n: %v", err)
	}
}
