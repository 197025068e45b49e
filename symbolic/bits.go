package symbolic

import (
	"fmt"
	"math"
	"math/big"
)

// Powers whose exponent is a variable, and operations on the bits of integers. To sums and products they are atoms.

// maxExponent bounds the powers that are computed.
const maxExponent = 1 << 16

// NewNaturalPow is base ** exponent for an exponent that is not negative.
func NewNaturalPow(base, exponent *Expr) *Expr {
	if isConst(base, 1) {
		return base
	}
	if exponent.Kind == Const && exponent.Value >= 0 {
		if base.Kind != Const {
			return NewPow(base, exponent.Value)
		}
		if v, err := naturalPow(base.Value, exponent.Value); err == nil {
			return NewConst(v)
		}
	}
	return intern(NaturalPow, 0, "", base, exponent)
}

// NewBits is BitAnd, BitOr or BitXor of two integers, a constant last.
func NewBits(kind Kind, a, b *Expr) *Expr {
	if a.Kind == Const && b.Kind == Const {
		return NewConst(bitwise(kind, a.Value, b.Value))
	}
	if a.Kind == Const {
		a, b = b, a
	}
	return intern(kind, 0, "", a, b)
}

// NaturalPow is a ** b for b that is not negative.
func (a Int) NaturalPow(b Int) Int { return FromExpr(NewNaturalPow(a.Expr(), b.Expr())) }

// Bits is BitAnd, BitOr or BitXor of a and b.
func (a Int) Bits(kind Kind, b Int) Int { return FromExpr(NewBits(kind, a.Expr(), b.Expr())) }

func bitwise(kind Kind, a, b int64) int64 {
	switch kind {
	case BitAnd:
		return a & b
	case BitOr:
		return a | b
	}
	return a ^ b
}

// naturalPow is base ** exponent in 64 bits.
func naturalPow(base, exponent int64) (int64, error) {
	if exponent < 0 {
		return 0, fmt.Errorf("a power with the exponent %d", exponent)
	}
	product, ok := int64(1), true
	for range exponent {
		if product, ok = times(product, base); !ok {
			return 0, errLarge
		}
		if product == 0 || base == 1 {
			return product, nil
		}
		if base == -1 {
			return 1 - 2*(exponent%2), nil
		}
	}
	return product, nil
}

// largePow is base ** exponent in integers of any size.
func largePow(base, exponent *big.Int) (*big.Int, error) {
	if exponent.Sign() < 0 || !exponent.IsInt64() || exponent.Int64() > maxExponent {
		return nil, fmt.Errorf("a power with the exponent %s", exponent)
	}
	return new(big.Int).Exp(base, exponent, nil), nil
}

// largeBitwise is bitwise in integers of any size.
func largeBitwise(kind Kind, a, b *big.Int) *big.Int {
	switch kind {
	case BitAnd:
		return new(big.Int).And(a, b)
	case BitOr:
		return new(big.Int).Or(a, b)
	}
	return new(big.Int).Xor(a, b)
}

// BitsBound is the least number of the form 2**k - 1 that is not below v, which is not negative.
func BitsBound(v int64) int64 {
	bound := int64(0)
	for bound < v && bound != math.MaxInt64 {
		bound = bound<<1 | 1
	}
	return bound
}
