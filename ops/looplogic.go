package ops

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Loop bodies of tests, of logical and bitwise operators, and of bounds.

// logicBodies give bools, or integers from integers.
var logicBodies = map[string]func(b *bodyBuilder) ir.ID{
	"logical_and": func(b *bodyBuilder) ir.ID { return b.do(ir.And, b.truth(0), b.truth(1)) },
	"logical_or":  func(b *bodyBuilder) ir.ID { return b.do(ir.Or, b.truth(0), b.truth(1)) },
	"logical_xor": func(b *bodyBuilder) ir.ID { return b.do(ir.Xor, b.truth(0), b.truth(1)) },
	"logical_not": func(b *bodyBuilder) ir.ID { return b.do(ir.Not, b.truth(0)) },
	"bitwise_not": func(b *bodyBuilder) ir.ID {
		if b.t == ir.Bool {
			return b.do(ir.Not, b.x(0))
		}
		return b.do(ir.Xor, b.x(0), b.c(-1))
	},
	"isnan":    testBody(func(b *bodyBuilder, x ir.ID) ir.ID { return b.do(ir.Ne, x, x) }),
	"isinf":    testBody(func(b *bodyBuilder, x ir.ID) ir.ID { return b.do(ir.Eq, b.do(ir.Abs, x), b.infinity(x)) }),
	"isfinite": testBody(func(b *bodyBuilder, x ir.ID) ir.ID { return b.do(ir.Lt, b.do(ir.Abs, x), b.infinity(x)) }),
	"clamp": numbersOnly(func(b *bodyBuilder) ir.ID {
		v := b.x(0)
		if b.has(1) {
			v = b.do(ir.Max, v, b.x(1))
		}
		if b.has(2) {
			v = b.do(ir.Min, v, b.x(2))
		}
		return v
	}),
	"clamp_min": numbersOnly(func(b *bodyBuilder) ir.ID { return b.do(ir.Max, b.x(0), b.x(1)) }),
	"clamp_max": numbersOnly(func(b *bodyBuilder) ir.ID { return b.do(ir.Min, b.x(0), b.x(1)) }),
}

// bitBodies are the bitwise operators of two operands.
var bitBodies = map[string]ir.Op{"bitwise_and": ir.And, "bitwise_or": ir.Or, "bitwise_xor": ir.Xor}

// truth is whether argument i is not zero, in its own type.
func (b *bodyBuilder) truth(i int) ir.ID {
	if v, ok := b.loaded[i]; ok {
		return b.as(ir.Bool, v)
	}
	b.missing = true
	return b.k.Const(ir.Bool, 0)
}

// testBody tests a float in its own type; integers are left to the kernel in Go.
func testBody(f func(b *bodyBuilder, x ir.ID) ir.ID) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID {
		x := b.loaded[0]
		if !b.k.TypeOf(x).Float() {
			return 0
		}
		return f(b, x)
	}
}

func (b *bodyBuilder) infinity(x ir.ID) ir.ID { return b.k.Const(b.k.TypeOf(x), math.Inf(1)) }

// comparing is a comparison of arguments first and second, bools as integers.
func comparing(o ir.Op, first, second int) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID {
		x, y := b.wrapped(first), b.wrapped(second)
		if b.t == ir.Bool {
			x, y = b.k.To(ir.I32, x), b.k.To(ir.I32, y)
		}
		return b.do(o, x, y)
	}
}

// wrapped is argument i as a value of the type of the computation, where what comes from another type keeps its low bits alone.
func (b *bodyBuilder) wrapped(i int) ir.ID {
	v := b.x(i)
	if t, ok := b.args[i].(*tensor.Tensor); !b.eager || ok && t.DType() == b.compute {
		return v
	}
	switch b.compute {
	case tensor.Uint8:
		return b.do(ir.And, v, b.c(255))
	case tensor.Int8:
		return b.do(ir.Sub, b.do(ir.Xor, b.do(ir.And, v, b.c(255)), b.c(128)), b.c(128))
	case tensor.Int16:
		return b.do(ir.Sub, b.do(ir.Xor, b.do(ir.And, v, b.c(65535)), b.c(32768)), b.c(32768))
	}
	return v
}

// numbersOr applies one operation to numbers and another to bools.
func numbersOr(numbers, bools ir.Op) func(b *bodyBuilder) ir.ID {
	return func(b *bodyBuilder) ir.ID {
		if b.t == ir.Bool {
			return b.do(bools, b.x(0), b.x(1))
		}
		return b.do(numbers, b.x(0), b.x(1))
	}
}
