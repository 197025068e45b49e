package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// This file is the functions with poles or zeros at integers that PyTorch computes in the type of the elements, half types in single
// precision: how close the product of pi and an integer comes to the multiple of pi is seen in their results.

// inOwnPrecision makes the kernel of a function that is told in single and double precision.
func inOwnPrecision(name string, f unaryFuncs, single func(float32) float32) func(*Context, Args, []*tensor.Tensor) {
	double, narrow := unary(name, f), unary(name, unaryFuncs{c: f.c, f: func(x float64) float64 { return float64(single(float32(x))) }})
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		if out[0].DType() == tensor.Float64 {
			double(ctx, a, out)
		} else {
			narrow(ctx, a, out)
		}
	}
}

// sincOf is sin(pi x) / (pi x).
func sincOf[T float32 | float64](x T) T {
	if x == 0 {
		return 1
	}
	p := T(math.Pi) * x
	return T(math.Sin(float64(p))) / p
}

// polygammaOf is the n-th derivative of digamma: a zeta function for n from 2, which has its poles at integers up to 0.
func polygammaOf[T float32 | float64](n int, x T) T {
	switch n {
	case 0:
		return T(digammaOf(float64(x)))
	case 1:
		return trigammaOf(x)
	}
	v := math.Gamma(float64(n+1)) * hurwitzZeta(float64(n+1), float64(x))
	if n%2 == 0 {
		v = -v
	}
	return T(v)
}

// trigammaOf reflects points below 1/2, and continues those up to 6 terms to where the asymptotic series holds.
func trigammaOf[T float32 | float64](x T) T {
	sign, sum := T(1), T(0)
	if x < 0.5 {
		sign = -1
		s := T(math.Sin(float64(T(math.Pi) * x)))
		sum = -T(math.Pi*math.Pi) / (s * s)
		x = 1 - x
	}
	for range 6 {
		sum += 1 / (x * x)
		x++
	}
	r := 1 / (x * x)
	sum += (1 + 1/(2*x) + r*(T(1.0/6)-r*(T(1.0/30)-r*T(1.0/42)))) / x
	return sign * sum
}
