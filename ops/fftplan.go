package ops

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/dsp/fourier"
)

// fftPlan is what transforms of one length share. Powers of two are done here, by the algorithm of Stockham, which sorts as it goes
// (Van Loan, Computational Frameworks for the Fast Fourier Transform, section 1.7), in steps of radix 4; other lengths by gonum.
type fftPlan struct {
	n     int
	roots []complex128 // exp(-2πik/n)
	work  []complex128
	other *fourier.CmplxFFT
}

func newFFTPlan(n int) *fftPlan {
	if n == 0 || n&(n-1) != 0 {
		return &fftPlan{n: n, other: fourier.NewCmplxFFT(n)}
	}
	p := &fftPlan{n: n, roots: make([]complex128, n), work: make([]complex128, n)}
	for k := range p.roots {
		sin, cos := math.Sincos(-2 * math.Pi * float64(k) / float64(n))
		p.roots[k] = complex(cos, sin)
	}
	return p
}

// transform writes the sums over j of in[j]·exp(∓2πijk/n) to out[k], + for the inverse, without a factor. in stays as it is.
func (p *fftPlan) transform(out, in []complex128, inverse bool) {
	if p.other != nil {
		if inverse {
			p.other.Sequence(out, in)
		} else {
			p.other.Coefficients(out, in)
		}
		return
	}
	// Each step reads one list and writes the other; the last one writes out.
	from, to := out, p.work
	if steps := (bits.Len(uint(p.n)) / 2); steps%2 == 1 {
		from, to = to, from
	}
	copy(from, in)
	if inverse { // the transform of the conjugates is the conjugate
		for i, v := range from {
			from[i] = complex(real(v), -imag(v))
		}
	}
	for n, s := p.n, 1; n > 1; {
		switch {
		case n%4 == 0 && s == 1:
			p.radix4First(to, from)
			n, s = n/4, 4
		case n%4 == 0:
			p.radix4(to, from, n, s)
			n, s = n/4, 4*s
		default:
			p.radix2(to, from, s)
			n, s = n/2, 2*s
		}
		from, to = to, from
	}
	if inverse {
		for i, v := range out {
			out[i] = complex(real(v), -imag(v))
		}
	}
}

// radix4First does the transform of the whole length by a quarter.
func (p *fftPlan) radix4First(to, from []complex128) {
	m := p.n / 4
	x0, x1, x2, x3 := from[:m], from[m:][:m], from[2*m:][:m], from[3*m:][:m]
	w1, w2, w3 := p.roots[:m], p.roots, p.roots
	for k, a := range x0 {
		b, c, d := x1[k], x2[k], x3[k]
		sum, difference, others := a+c, a-c, b+d
		turned := complex(imag(d)-imag(b), real(b)-real(d)) // i·(b-d)
		y := to[4*k:][:4]
		y[0] = sum + others
		y[1] = w1[k] * (difference - turned)
		y[2] = w2[2*k] * (sum - others)
		y[3] = w3[3*k] * (difference + turned)
	}
}

// radix4 does s transforms of length n, which lie interleaved, by a quarter.
func (p *fftPlan) radix4(to, from []complex128, n, s int) {
	m := n / 4
	step := p.n / n
	for k := range m {
		w1, w2, w3 := p.roots[k*step], p.roots[2*k*step], p.roots[3*k*step]
		x0, x1, x2, x3 := from[s*k:][:s], from[s*(k+m):][:s], from[s*(k+2*m):][:s], from[s*(k+3*m):][:s]
		y0, y1, y2, y3 := to[4*s*k:][:s], to[4*s*k+s:][:s], to[4*s*k+2*s:][:s], to[4*s*k+3*s:][:s]
		if k == 0 { // whose roots are 1
			for q, a := range x0 {
				b, c, d := x1[q], x2[q], x3[q]
				sum, difference, others := a+c, a-c, b+d
				turned := complex(imag(d)-imag(b), real(b)-real(d))
				y0[q], y1[q], y2[q], y3[q] = sum+others, difference-turned, sum-others, difference+turned
			}
			continue
		}
		for q, a := range x0 {
			b, c, d := x1[q], x2[q], x3[q]
			sum, difference, others := a+c, a-c, b+d
			turned := complex(imag(d)-imag(b), real(b)-real(d)) // i·(b-d)
			y0[q] = sum + others
			y1[q] = w1 * (difference - turned)
			y2[q] = w2 * (sum - others)
			y3[q] = w3 * (difference + turned)
		}
	}
}

// radix2 does s transforms of length 2, which lie interleaved.
func (p *fftPlan) radix2(to, from []complex128, s int) {
	a, b := from[:s], from[s:][:s]
	for q := range a {
		to[q], to[s+q] = a[q]+b[q], a[q]-b[q]
	}
}
