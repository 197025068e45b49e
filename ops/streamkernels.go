package ops

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// Operators that draw from streams run on kernels that compute the words of each element, so that drawing is as quick as what is done with the numbers, and shared among
// threads. Words are kept in 64 bits, where their products are whole.

// drawnFrom is what a drawing operator computes with beside its stream.
type drawnFrom struct {
	operand *tensor.Tensor // an element for each that is drawn, or nil
	numbers []float64      // in single precision, but in double precision beside an operand of that
}

// drawer is a kernel under construction that draws.
type drawer struct {
	k       *ir.Kernel
	words   [2]ir.ID // of the element's block, the first two
	operand ir.ID    // the element of the operand, in its own type
	numbers []ir.ID
	out     []ir.Elem
}

// drawnAs fills the results of an operator with what draw gives for each element: one value for each result.
func drawnAs(name string, from func(a Args) drawnFrom, draw func(d drawer) []ir.ID) func(ctx *Context, a Args, s stream, out []*tensor.Tensor) {
	return func(ctx *Context, a Args, s stream, out []*tensor.Tensor) {
		var with drawnFrom
		if from != nil {
			with = from(a)
		}
		operands := append([]*tensor.Tensor{with.operand}, out...)
		kernel := ctx.rowKernel(name, "stream", func(k *ir.Kernel, types []ir.Elem) {
			d := drawer{k: k, out: types[1:]}
			for _, e := range d.out {
				k.Out("out", e)
			}
			index := k.Iota("index", ir.Int64)
			number := ir.F32
			if with.operand != nil {
				d.operand = k.Load(k.In("operand", types[0]))
				number = types[0].Value()
			}
			d.words = philox(k, k.Scalar("seed", ir.I64), k.Load(index))
			for range with.numbers {
				d.numbers = append(d.numbers, k.Scalar("number", number))
			}
			for i, v := range draw(d) {
				k.Store(i, Stored(k, d.out[i], d.to(d.out[i].Value(), v)))
			}
		}, operands...)
		space := rowsAlong(out[0].Sizes(), nil)
		var buffers []ir.Buffer
		for _, t := range out {
			buffers = append(buffers, space.whole(t))
		}
		buffers = append(buffers, ir.Buffer{Strides: tensor.ContiguousStrides(out[0].Sizes())})
		number := tensor.Float32
		if with.operand != nil {
			buffers = append(buffers, space.whole(with.operand))
			if with.operand.DType() == tensor.Float64 {
				number = tensor.Float64
			}
		}
		scalars := []uint64{uint64(s)}
		for _, v := range with.numbers {
			scalars = append(scalars, floatBits(number, v))
		}
		space.run(kernel, scalars, buffers...)
	}
}

// philox is the first two words of a block, see stream.block.
func philox(k *ir.Kernel, seed, index ir.ID) [2]ir.ID {
	word := func(v ir.ID) ir.ID { return k.Do(ir.And, v, k.Const(ir.I64, math.MaxUint32)) }
	constant := func(v uint32) ir.ID { return k.ConstBits(ir.I64, uint64(v)) }
	zero := constant(0)
	x, y, z, w := word(index), zero, zero, zero
	for round := range uint32(philoxRounds) {
		keyA := word(k.Do(ir.Add, seed, constant(round*philoxStepA)))
		p, q := k.Do(ir.Mul, x, constant(philoxA)), zero
		if z != zero {
			q = k.Do(ir.Mul, z, constant(philoxB))
		}
		x = k.Do(ir.Xor, k.Do(ir.Xor, k.Shift(ir.Shr, q, 32), y), keyA)
		z = k.Do(ir.Xor, k.Do(ir.Xor, k.Shift(ir.Shr, p, 32), w), constant(round*philoxStepB))
		y, w = word(q), word(p)
	}
	return [2]ir.ID{x, y}
}

// to converts a value, a truth to 0 or 1.
func (d drawer) to(t ir.Type, v ir.ID) ir.ID {
	b := bodyBuilder{k: d.k}
	return b.as(t, v)
}

// unit is a word as a number in [0, 1).
func (d drawer) unit(word int) ir.ID {
	v := d.k.Do(ir.And, d.words[word], d.k.Const(ir.I64, math.MaxInt32))
	return d.k.Do(ir.Mul, d.to(ir.F32, d.to(ir.I32, v)), d.k.Const(ir.F32, 4.6566127342e-10))
}

func (d drawer) uniform() []ir.ID { return []ir.ID{d.unit(0)} }

// normal is standard normal, by Box and Muller.
func (d drawer) normal() []ir.ID {
	k := d.k
	one := k.Const(ir.F32, 1)
	u, v := d.to(ir.F64, k.Do(ir.Sub, one, d.unit(0))), d.to(ir.F64, k.Do(ir.Sub, one, d.unit(1)))
	log := d.to(ir.F64, d.to(ir.F32, maths.Log(k, u)))
	radius := k.Do(ir.Sqrt, k.Do(ir.Mul, k.Const(ir.F64, -2), log))
	return []ir.ID{d.to(ir.F32, k.Do(ir.Mul, radius, maths.Cos(k, k.Do(ir.Mul, k.Const(ir.F64, 2*math.Pi), v))))}
}

// between is uniform in [from, from + width).
func (d drawer) between() []ir.ID {
	return []ir.ID{d.k.Do(ir.Add, d.k.Do(ir.Mul, d.unit(0), d.numbers[1]), d.numbers[0])}
}

func (d drawer) gaussian() []ir.ID {
	return []ir.ID{d.k.Do(ir.Add, d.k.Do(ir.Mul, d.normal()[0], d.numbers[1]), d.numbers[0])}
}

// around is normal around each element of the operand.
func (d drawer) around() []ir.ID {
	mean, deviation := d.to(ir.F32, d.operand), d.to(ir.F32, d.numbers[0])
	return []ir.ID{d.k.Do(ir.Add, d.k.Do(ir.Mul, d.normal()[0], deviation), mean)}
}

func (d drawer) bernoulli() []ir.ID {
	return []ir.ID{d.k.Do(ir.Lt, d.to(ir.F64, d.unit(0)), d.to(ir.F64, d.operand))}
}

// exponential takes the logarithm of a uniform number, but for those that round to 1, as Inductor does.
func (d drawer) exponential() []ir.ID {
	k := d.k
	u := d.to(ir.F64, d.unit(0))
	log := d.to(ir.F32, k.Do(ir.Select, k.Do(ir.Lt, u, k.Const(ir.F64, 0.9999999403953552)), maths.Log(k, u), k.Const(ir.F64, -5.960464477539063e-08)))
	return []ir.ID{k.Do(ir.Mul, log, d.numbers[0])}
}

// dropout keeps elements whose number is above the first one given, times the second, and says which.
func (d drawer) dropout() []ir.ID {
	k := d.k
	kept := k.Do(ir.Lt, d.to(ir.F32, d.numbers[0]), d.unit(0))
	t := k.TypeOf(d.operand)
	return []ir.ID{k.Do(ir.Mul, k.Do(ir.Mul, d.to(t, kept), d.operand), d.numbers[1]), kept}
}
