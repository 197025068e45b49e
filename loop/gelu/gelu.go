// Package gelu has the Gaussian error linear unit of float32 as oneDNN computes it, to the last digit: x/2·(1 + p(|x|)·sign x) with polynomials of degree 5 for intervals of |x|, four to an octave from 0.109 on.
// With AVX-512 the coefficients of an interval are picked from two registers each.
//
// It is a part of this module; package magneto is for use from outside.
package gelu

import (
	"fmt"
	"math"
	"sync"
	"unsafe"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/portable"
)

const (
	// Intervals is how many polynomials there are; the last is 1.
	Intervals = 24
	// Degree is theirs.
	Degree = 5
	// FirstBits are those of a float32 one step before the first interval, whose number is that of the interval that a value as small has.
	FirstBits = 0x3de00001
	// IntervalShift is by how much the bits behind it are shifted to number the intervals.
	IntervalShift = 21

	oneBits = 0x40b15cee // from 5.54 on the polynomial is 1
)

// One is where the polynomial is 1 from.
var One = math.Float32frombits(oneBits)

// Coefficients are oneDNN's, constant ones first, by interval.
var Coefficients = [Degree + 1][Intervals]float32{
	{-1.6847303e-15, 1.5188366e-08, 6.0441465e-08, 1.9580071e-07, 5.7655126e-07, 1.8136789e-06, 7.1081054e-06, 2.2010752e-05, 5.5225635e-05, 0.0001831175, 0.0006498413, 0.0017345067, 0.0037866202, 0.008343051, 0.0127789555, -0.003176821, -0.0691192, -0.27097204, -0.5472661, -0.39980435, 0.14787646, 0.77755123, 0.9794183, 1.0},
	{0.7978846, 0.7978839, 0.7978825, 0.7978789, 0.79787034, 0.7978466, 0.7977628, 0.79756546, 0.7971865, 0.7959481, 0.7922447, 0.7850465, 0.7733578, 0.7511906, 0.732789, 0.7846672, 0.9714677, 1.4611516, 2.0251584, 1.790736, 1.0093725, 0.23098189, 0.01867352, 0.0},
	{-2.4058363e-06, 1.0841714e-05, 2.896764e-05, 6.682378e-05, 0.00014431536, 0.00032647466, 0.0008582302, 0.0019052438, 0.0036366323, 0.008441632, 0.020222925, 0.039360855, 0.06602445, 0.10923457, 0.13979976, 0.072266184, -0.1396405, -0.6155817, -1.0770063, -0.9281096, -0.4816873, -0.0961774, -0.006786839, 0.0},
	{-0.13291205, -0.13307738, -0.13319246, -0.13339315, -0.13374342, -0.1344436, -0.13613439, -0.13891616, -0.14287555, -0.15221408, -0.1709968, -0.19647883, -0.2269277, -0.26911446, -0.29452354, -0.25052387, -0.1301916, 0.10148359, 0.2905895, 0.24336384, 0.11568559, 0.020067886, 0.0012350094, 0.0},
	{-0.00072243594, 0.00045889345, 0.0008250156, 0.0013578596, 0.0021505188, 0.0034977621, 0.006191868, 0.009893196, 0.014425337, 0.023517137, 0.03852472, 0.05551665, 0.07292371, 0.09355366, 0.10412485, 0.089776866, 0.05557131, -0.0009112102, -0.03973237, -0.032254163, -0.013974587, -0.0020977375, -0.000112510286, 0.0},
	{0.022441886, 0.018966824, 0.018499883, 0.01793304, 0.017214557, 0.01617638, 0.014455351, 0.012482236, 0.010404875, 0.006857343, 0.0020495458, -0.0024900034, -0.006475404, -0.010517931, -0.012278704, -0.010405218, -0.0065113325, -0.0009935636, 0.0021998081, 0.00172694, 0.0006788905, 8.7863686e-05, 4.1047288e-06, 0.0},
}

// Engine makes the kernel when it is first needed. It is safe for concurrent use.
type Engine struct {
	isa  exec.ISA
	once sync.Once
	code *exec.Code
	err  error
}

// New makes an engine for an instruction set.
func New(isa exec.ISA) *Engine { return &Engine{isa: isa} }

// frame is what the kernel takes: vectors of sixteen and the mask of what is behind them.
type frame struct {
	x, y      unsafe.Pointer
	vectors   int
	lastLanes uint64
}

// Forward writes gelu of n contiguous elements at x to y; false where the instruction set has no kernel.
func (e *Engine) Forward(x, y unsafe.Pointer, n int) (bool, error) {
	if e.isa != exec.AVX512 {
		return false, nil
	}
	e.once.Do(func() {
		var a asm.Asm
		emit(&a)
		e.code, e.err = exec.New(a.Finish())
	})
	if e.err != nil {
		return false, fmt.Errorf("gelu: %w", e.err)
	}
	f := &frame{x, y, n / 16, 1<<(n%16) - 1}
	return true, exec.Protect("gelu", func() error {
		e.code.Call(0, unsafe.Pointer(f))
		return nil
	})
}

// Of is gelu of one number.
func Of(x float32) float32 {
	size := math.Float32frombits(math.Float32bits(x) &^ (1 << 31))
	interval := min(max((int32(math.Float32bits(size))-FirstBits)>>IntervalShift, 1), Intervals-1)
	p := Coefficients[Degree][interval]
	for degree := Degree - 1; degree >= 0; degree-- {
		p = portable.FMA32(p, size, Coefficients[degree][interval])
	}
	if !(size < One) {
		p = 1
	}
	if math.Signbit(float64(x)) {
		p = -p
	}
	return float32(0.5*x) * (1 + p)
}
