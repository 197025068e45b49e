package maths

import "github.com/magneto-go/magneto/loop/ir"

// Pairs of floats hold a number in twice the precision as a sum, the second being what the first lacks (Dekker, "A floating-point technique for extending the available precision", 1971).
// The operations are those of SLEEF where there are fused multiply-adds, in the same order, so that results have the same bits.

type pair struct{ hi, lo ir.ID }

// pairSum is x + y.
func (b builder) pairSum(x, y ir.ID) pair {
	s := b.add(x, y)
	v := b.sub(s, x)
	return pair{s, b.add(b.sub(x, b.sub(s, v)), b.sub(y, v))}
}

// pairAdd is x + y, x not being the smaller.
func (b builder) pairAdd(x, y pair) pair {
	s := b.add(x.hi, y.hi)
	return pair{s, b.add(b.add(b.add(b.sub(x.hi, s), y.hi), x.lo), y.lo)}
}

// pairPlus is x + y, x not being the smaller.
func (b builder) pairPlus(x pair, y ir.ID) pair {
	s := b.add(x.hi, y)
	return pair{s, b.add(b.add(b.sub(x.hi, s), y), x.lo)}
}

// pairSumAny is x + y, whichever is smaller.
func (b builder) pairSumAny(x, y pair) pair {
	s := b.add(x.hi, y.hi)
	v := b.sub(s, x.hi)
	return pair{s, b.add(b.add(b.sub(x.hi, b.sub(s, v)), b.sub(y.hi, v)), b.add(x.lo, y.lo))}
}

// pairPlusAny is x + y, whichever is smaller.
func (b builder) pairPlusAny(x pair, y ir.ID) pair {
	s := b.add(x.hi, y)
	v := b.sub(s, x.hi)
	return pair{s, b.add(b.add(b.sub(x.hi, b.sub(s, v)), b.sub(y, v)), x.lo)}
}

// pairMul is x·y.
func (b builder) pairMul(x, y pair) pair {
	s := b.mul(x.hi, y.hi)
	return pair{s, b.fma(x.hi, y.lo, b.fma(x.lo, y.hi, b.fma(x.hi, y.hi, b.neg(s))))}
}

// pairTimes is x·y.
func (b builder) pairTimes(x pair, y ir.ID) pair {
	s := b.mul(x.hi, y)
	return pair{s, b.fma(x.lo, y, b.fma(x.hi, y, b.neg(s)))}
}

// pairSquare is x².
func (b builder) pairSquare(x pair) pair {
	s := b.mul(x.hi, x.hi)
	return pair{s, b.fma(b.add(x.hi, x.hi), x.lo, b.fma(x.hi, x.hi, b.neg(s)))}
}

// pairDiv is x/y.
func (b builder) pairDiv(x, y pair) pair {
	t := b.div(b.c(1), y.hi)
	s := b.mul(x.hi, t)
	u := b.fma(t, x.hi, b.neg(s))
	v := b.fnma(y.lo, t, b.fnma(y.hi, t, b.c(1)))
	return pair{s, b.fma(s, v, b.fma(x.lo, t, u))}
}

// pairInverse is 1/y.
func (b builder) pairInverse(y pair) pair {
	s := b.div(b.c(1), y.hi)
	return pair{s, b.mul(s, b.fnma(y.lo, s, b.fnma(y.hi, s, b.c(1))))}
}
