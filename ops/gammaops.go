package ops

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// Random numbers of the gamma family, of Poisson and binomial distributions, and how gamma and Dirichlet samples move with their parameters.

var _ = addTable([]entry{
	{S: "poisson(Tensor self, Generator? generator=None) -> Tensor", In: asFunction, Meta: sameUnary, Grad: zeroGrad, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g := generator(ctx, a, 1)
		drawEach(out[0], func(rate ...float64) float64 {
			check(rate[0] >= 0, "invalid Poisson rate, expected rate to be non-negative")
			return samplePoisson(g, rate[0])
		}, a.tensor(0))
	}},
	{S: "binomial(Tensor count, Tensor prob, Generator? generator=None) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(elementwise(ctx, dtypeOf(a[0]), a[0], a[1]))
	}, Grad: notDerived("binomial"), GradName: notImplementedNode, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g := generator(ctx, a, 2)
		drawEach(out[0], func(v ...float64) float64 { return sampleBinomial(g, v[0], v[1]) }, a.tensor(0), a.tensor(1))
	}},
	{S: "_standard_gamma(Tensor self, Generator? generator=None) -> Tensor", In: asFunction, Meta: sameUnary, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		g, least := generator(ctx, a, 1), smallestOf(out[0].DType())
		drawEach(out[0], func(shape ...float64) float64 { return max(least, sampleGamma(g, shape[0])) }, a.tensor(0))
	}, Grad: grad1(func(ctx *Context, s *Saved, g Value) Value {
		return ctx.mul(g, ctx.call1("_standard_gamma_grad", s.In(0), s.Out(0)))
	}), Saves: in0 | out0},
	{S: "_standard_gamma_grad(Tensor self, Tensor output) -> Tensor", In: asFunction, Meta: promoted, Kernel: binaryKernel("_standard_gamma_grad", binaryFuncs{f: gammaSampleSlope}),
		Grad: notDerived("_standard_gamma_grad"), GradName: notImplementedNode},
	{S: "_sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake { return fakes(NewFake(dtypeOf(a[0]), sizesOf(a[0]))) }, Grad: zeroGrad, Kernel: sampleDirichlet},
	{S: "_dirichlet_grad(Tensor x, Tensor alpha, Tensor total) -> Tensor", In: asFunction, Meta: func(ctx *Context, a Args) []*Fake {
		return fakes(elementwise(ctx, ctx.ResultType(a[0], a[1], a[2]), a[0], a[1], a[2]))
	}, Kernel: func(ctx *Context, a Args, out []*tensor.Tensor) {
		drawEach(out[0], func(v ...float64) float64 { return betaSampleSlope(v[0], v[1], v[2]-v[1]) / (1 - v[0]) }, a.tensor(0), a.tensor(1), a.tensor(2))
	}, Grad: notDerived("_dirichlet_grad"), GradName: notImplementedNode},
})

// drawEach fills out with a function of the elements at the same place of tensors that broadcast to it, in the order of memory.
func drawEach(out *tensor.Tensor, f func(v ...float64) float64, from ...*tensor.Tensor) {
	values, finish := scatterTo[float64](out)
	row, columns := make([]float64, len(from)), make([]operand[float64], len(from))
	for i, t := range from {
		columns[i] = gather[float64](t, out.Sizes(), out.Strides())
	}
	for i := range values {
		for j, c := range columns {
			row[j] = c.data[i*c.step]
		}
		values[i] = f(row...)
	}
	finish()
}

// smallestOf is the least positive normal number of a floating type.
func smallestOf(d tensor.DType) float64 {
	switch d {
	case tensor.Float64:
		return 0x1p-1022
	case tensor.Float16:
		return 0x1p-14
	}
	return 0x1p-126
}

// sampleGamma draws from the gamma distribution of scale 1 by the method of Marsaglia and Tsang (2000), below shape 1 with their boost.
func sampleGamma(g *tensor.Generator, shape float64) float64 {
	scale := 1.0
	if shape < 1 {
		if shape == 0 {
			return 0
		}
		scale = math.Pow(1-g.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := g.Normal()
		y := 1 + c*x
		for y <= 0 {
			x = g.Normal()
			y = 1 + c*x
		}
		v := y * y * y
		u := 1 - g.Float64()
		square := x * x
		if u < 1-0.0331*square*square || math.Log(u) < 0.5*square+d*(1-v+math.Log(v)) {
			return scale * d * v
		}
	}
}

func sampleDirichlet(ctx *Context, a Args, out []*tensor.Tensor) {
	g, x := generator(ctx, a, 1), a.tensor(0)
	values, finish := scatterTo[float64](out[0])
	shapes := gather[float64](x, out[0].Sizes(), out[0].Strides())
	for i := range values {
		values[i] = sampleGamma(g, shapes.data[i*shapes.step])
	}
	n := x.Size(x.Dim() - 1)
	least, most := smallestOf(x.DType()), 1-0x1p-53
	if x.DType() != tensor.Float64 {
		most = 1 - 0x1p-24
	}
	for i := 0; i+n <= len(values) && n > 0; i += n {
		row := values[i : i+n]
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		for j := range row {
			row[j] = max(least, min(most, row[j]/sum))
		}
	}
	finish()
}

// samplePoisson counts uniform factors for small rates; from 10 on it uses the transformed rejection of Hörmann (1993), PTRS.
func samplePoisson(g *tensor.Generator, rate float64) float64 {
	if rate == 0 {
		return 0
	}
	if rate < 10 {
		count, product, limit := 0.0, 1.0, math.Exp(-rate)
		for {
			if product *= g.Float64(); product <= limit {
				return count
			}
			count++
		}
	}
	logRate := math.Log(rate)
	b := 0.931 + 2.53*math.Sqrt(rate)
	a := -0.059 + 0.02483*b
	inverse := 1.1239 + 1.1328/(b-3.4)
	limit := 0.9277 - 3.6224/(b-2)
	for {
		u, v := g.Float64()-0.5, g.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + rate + 0.43)
		if us >= 0.07 && v <= limit {
			return k
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		l, _ := math.Lgamma(k + 1)
		if math.Log(v)+math.Log(inverse)-math.Log(a/(us*us)+b) <= -rate+k*logRate-l {
			return k
		}
	}
}

// sampleBinomial sums geometric waiting times where few successes are expected, and else uses the transformed rejection of Hörmann (1993), BTRS.
func sampleBinomial(g *tensor.Generator, count, p float64) float64 {
	switch {
	case !(count > 0) || !(p > 0):
		if math.IsNaN(p) {
			return p
		}
		return 0
	case p >= 1:
		return count
	case p > 0.5:
		return count - sampleBinomial(g, count, 1-p)
	case count*p >= 10:
		return binomialRejection(g, count, p)
	}
	sum, successes, logFailure := 0.0, 0.0, math.Log1p(-p)
	for {
		sum += math.Ceil(math.Log(g.Float64()) / logFailure)
		if sum > count {
			return successes
		}
		successes++
	}
}

func binomialRejection(g *tensor.Generator, count, p float64) float64 {
	deviation := math.Sqrt(count * p * (1 - p))
	b := 1.15 + 2.53*deviation
	a := -0.0873 + 0.0248*b + 0.01*p
	c := count*p + 0.5
	limit := 0.92 - 4.2/b
	odds := p / (1 - p)
	alpha := (2.83 + 5.1/b) * deviation
	m := math.Floor((count + 1) * p)
	for {
		u, v := g.Float64()-0.5, g.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + c)
		if us >= 0.07 && v <= limit {
			return k
		}
		if k < 0 || k > count {
			continue
		}
		v = math.Log(v * alpha / (a/(us*us) + b))
		bound := (m+0.5)*math.Log((m+1)/(odds*(count-m+1))) + (count+1)*math.Log((count-m+1)/(count-k+1)) + (k+0.5)*math.Log(odds*(count-k+1)/(k+1)) +
			stirlingTail(m) + stirlingTail(count-m) - stirlingTail(k) - stirlingTail(count-k)
		if v <= bound {
			return k
		}
	}
}

// stirlingTail is what Stirling's formula for log k! leaves out.
func stirlingTail(k float64) float64 {
	if k > 9 {
		z := (k + 1) * (k + 1)
		return (1.0/12 - (1.0/360-1.0/1260/z)/z) / (k + 1)
	}
	l, _ := math.Lgamma(k + 1)
	return l - (k+0.5)*math.Log(k+1) + (k + 1) - 0.5*math.Log(2*math.Pi)
}

// gammaSampleSlope is how a gamma sample x moves with its shape a when its probability is held: -(dP/da)/(dP/dx).
func gammaSampleSlope(a, x float64) float64 {
	if x > a+10 {
		h := 1e-4 * a
		q := func(a float64) float64 { return gammaFraction(a, x) }
		l, _ := math.Lgamma(a)
		slope := (8*(q(a+h)-q(a-h)) - (q(a+2*h) - q(a-2*h))) / (12 * h)
		return slope * math.Exp(x-(a-1)*math.Log(x)+l)
	}
	// the series of P, each term derived by a and divided by the density
	sum, term, logX := 0.0, 1.0, math.Log(x)
	digamma := digammaOf(a)
	for k := 0.0; k < 20000; k++ {
		term *= x / (a + k)
		digamma += 1 / (a + k)
		part := term * (digamma - logX)
		sum += part
		if k > x-a && term < 1e-17*math.Abs(sum) {
			break
		}
	}
	return sum
}

// betaSampleSlope is how a beta sample x moves with its first parameter when its probability is held.
func betaSampleSlope(x, a, b float64) float64 {
	if x <= 0 || x >= 1 {
		return 0
	}
	shift := math.Log(x) - digammaOf(a) + digammaOf(a+b)
	if x < (a+1)/(a+b+2) {
		f := func(a float64) float64 { return math.Log(betaFraction(a, b, x) / a) }
		return -x * (1 - x) * betaFraction(a, b, x) / a * (shift + slopeOf(f, a))
	}
	f := func(a float64) float64 { return math.Log(betaFraction(b, a, 1-x)) }
	return x * (1 - x) * betaFraction(b, a, 1-x) / b * (shift + slopeOf(f, a))
}

// slopeOf is a derivative by central differences of fourth order.
func slopeOf(f func(float64) float64, at float64) float64 {
	h := 1e-3 * at
	return (8*(f(at+h)-f(at-h)) - (f(at+2*h) - f(at-2*h))) / (12 * h)
}

// betaFraction is the continued fraction of the incomplete beta function, DLMF 8.17.22, for x below (a+1)/(a+b+2).
func betaFraction(a, b, x float64) float64 {
	const tiny = 1e-300
	c, d := 1.0, 1-(a+b)*x/(a+1)
	if math.Abs(d) < tiny {
		d = tiny
	}
	d = 1 / d
	h := d
	for m := 1.0; m < 10000; m++ {
		for _, term := range [2]float64{m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)), -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))} {
			if d = 1 + term*d; math.Abs(d) < tiny {
				d = tiny
			}
			if c = 1 + term/c; math.Abs(c) < tiny {
				c = tiny
			}
			d = 1 / d
			h *= d * c
		}
		if math.Abs(d*c-1) < 1e-16 {
			break
		}
	}
	return h
}
