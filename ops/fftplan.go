package ops

import "math"

// fftPlan is what transforms of one length share: the algorithm of Stockham, which sorts as it goes (Van Loan, Computational
// Frameworks for the Fast Fourier Transform, section 1.7), in steps of radix 4 as far as they go, then of the other primes.
type fftPlan struct {
	n       int
	factors []int
	roots   [2][]complex128 // exp(-2πik/n), and for the inverse their conjugates
	work    []complex128
}

func newFFTPlan(n int) *fftPlan {
	p := &fftPlan{n: n, factors: fftFactors(n), roots: [2][]complex128{make([]complex128, n), make([]complex128, n)}, work: make([]complex128, n)}
	for k := range n {
		w := root(k, n)
		p.roots[0][k], p.roots[1][k] = w, complex(real(w), -imag(w))
	}
	return p
}

// fftFactors are 4 as often as it divides n, and then the prime factors.
func fftFactors(n int) []int {
	var factors []int
	for ; n > 0 && n%4 == 0; n /= 4 {
		factors = append(factors, 4)
	}
	for r := 2; n > 1; r++ {
		if r*r > n {
			r = n
		}
		for ; n%r == 0; n /= r {
			factors = append(factors, r)
		}
	}
	return factors
}

// root is exp(-2πik/n) for k from 0 to n. The angle is brought to the first eighth of the circle, so that the roots on the axes
// and diagonals have no error of the angle.
func root(k, n int) complex128 {
	if 2*k > n {
		w := root(n-k, n)
		return complex(real(w), -imag(w))
	}
	eighths := func(x int) (sin, cos float64) { return math.Sincos(2 * math.Pi * float64(x) / (8 * float64(n))) }
	switch x := 8 * k; {
	case x <= n:
		sin, cos := eighths(x)
		return complex(cos, -sin)
	case x <= 2*n:
		sin, cos := eighths(2*n - x)
		return complex(sin, -cos)
	case x <= 3*n:
		sin, cos := eighths(x - 2*n)
		return complex(-sin, -cos)
	default:
		sin, cos := eighths(4*n - x)
		return complex(-cos, -sin)
	}
}

// transform writes the sums over j of in[j]·exp(∓2πijk/n) to out[k], + for the inverse, without a factor. in stays as it is.
func (p *fftPlan) transform(out, in []complex128, inverse bool) {
	// Each step reads one list and writes the other; the last one writes out.
	from, to := out, p.work
	if len(p.factors)%2 == 1 {
		from, to = to, from
	}
	copy(from, in)
	roots, turn := p.roots[0], 1.0
	if inverse {
		roots, turn = p.roots[1], -1
	}
	n, s := p.n, 1
	for _, r := range p.factors {
		switch {
		case r == 4 && s == 1:
			radix4First(to, from, roots, turn)
		case r == 4:
			radix4(to, from, roots, turn, n, s)
		case r == 2 && n == 2:
			radix2(to, from, s)
		case r == 3:
			radix3(to, from, roots, turn, n, s)
		default:
			radixOdd(to, from, roots, turn, n, s, r)
		}
		n, s = n/r, s*r
		from, to = to, from
	}
}

// radix3 does s transforms of length n, which lie interleaved, by a third.
func radix3(to, from, roots []complex128, turn float64, n, s int) {
	m, step := n/3, len(roots)/n
	high := turn * math.Sqrt(3) / 2
	for k := range m {
		w1, w2 := roots[k*step], roots[2*k*step]
		x0, x1, x2 := from[s*k:][:s], from[s*(k+m):][:s], from[s*(k+2*m):][:s]
		y := to[3*s*k:][:3*s]
		for q, a := range x0 {
			sum, difference := x1[q]+x2[q], x1[q]-x2[q]
			middle := a - sum/2
			turned := complex(high*imag(difference), -high*real(difference))
			y[q] = a + sum
			y[s+q], y[2*s+q] = middle+turned, middle-turned
			if k > 0 {
				y[s+q] *= w1
				y[2*s+q] *= w2
			}
		}
	}
}

// radixOdd does s transforms of length n, which lie interleaved, by an r-th; r is 2 or odd. The elements i and r-i are taken
// together, whose roots are conjugates.
func radixOdd(to, from, roots []complex128, turn float64, n, s, r int) {
	m, step := n/r, len(roots)/n
	turns := make([]complex128, r)
	for j := range turns {
		w := root(j, r)
		turns[j] = complex(real(w), turn*imag(w))
	}
	sums, differences := make([]complex128, r/2+1), make([]complex128, r/2+1)
	for k := range m {
		for q := range s {
			at := func(i int) complex128 { return from[s*(k+i*m)+q] }
			y := func(j int, v complex128) {
				if k > 0 {
					v *= roots[j*k*step]
				}
				to[s*(r*k+j)+q] = v
			}
			first := at(0)
			if r == 2 {
				y(0, first+at(1))
				y(1, first-at(1))
				continue
			}
			total := first
			for i := 1; i <= r/2; i++ {
				sums[i], differences[i] = at(i)+at(r-i), at(i)-at(r-i)
				total += sums[i]
			}
			y(0, total)
			for j := 1; j <= r/2; j++ {
				middle, turned := first, complex128(0)
				for i := 1; i <= r/2; i++ {
					w := turns[i*j%r]
					middle += complex(real(w)*real(sums[i]), real(w)*imag(sums[i]))
					turned += complex(-imag(w)*imag(differences[i]), imag(w)*real(differences[i]))
				}
				y(j, middle+turned)
				y(r-j, middle-turned)
			}
		}
	}
}

// radix4First does the transform of the whole length by a quarter.
func radix4First(to, from, roots []complex128, turn float64) {
	m := len(from) / 4
	x0, x1, x2, x3 := from[:m], from[m:][:m], from[2*m:][:m], from[3*m:][:m]
	for k, a := range x0 {
		b, c, d := x1[k], x2[k], x3[k]
		sum, difference, others := a+c, a-c, b+d
		turned := complex(turn*(imag(d)-imag(b)), turn*(real(b)-real(d))) // ±i·(b-d)
		y := to[4*k:][:4]
		y[0] = sum + others
		y[1] = roots[k] * (difference - turned)
		y[2] = roots[2*k] * (sum - others)
		y[3] = roots[3*k] * (difference + turned)
	}
}

// radix4 does s transforms of length n, which lie interleaved, by a quarter.
func radix4(to, from, roots []complex128, turn float64, n, s int) {
	m := n / 4
	step := len(roots) / n
	for k := range m {
		w1, w2, w3 := roots[k*step], roots[2*k*step], roots[3*k*step]
		x0, x1, x2, x3 := from[s*k:][:s], from[s*(k+m):][:s], from[s*(k+2*m):][:s], from[s*(k+3*m):][:s]
		y0, y1, y2, y3 := to[4*s*k:][:s], to[4*s*k+s:][:s], to[4*s*k+2*s:][:s], to[4*s*k+3*s:][:s]
		if k == 0 { // whose roots are 1
			for q, a := range x0 {
				b, c, d := x1[q], x2[q], x3[q]
				sum, difference, others := a+c, a-c, b+d
				turned := complex(turn*(imag(d)-imag(b)), turn*(real(b)-real(d)))
				y0[q], y1[q], y2[q], y3[q] = sum+others, difference-turned, sum-others, difference+turned
			}
			continue
		}
		for q, a := range x0 {
			b, c, d := x1[q], x2[q], x3[q]
			sum, difference, others := a+c, a-c, b+d
			turned := complex(turn*(imag(d)-imag(b)), turn*(real(b)-real(d)))
			y0[q] = sum + others
			y1[q] = w1 * (difference - turned)
			y2[q] = w2 * (sum - others)
			y3[q] = w3 * (difference + turned)
		}
	}
}

// radix2 does s transforms of length 2, which lie interleaved.
func radix2(to, from []complex128, s int) {
	a, b := from[:s], from[s:][:s]
	for q := range a {
		to[q], to[s+q] = a[q]+b[q], a[q]-b[q]
	}
}

// realPlan is what transforms of n real numbers share: those of an even number are done as half as many complex ones.
type realPlan struct {
	n     int
	plan  *fftPlan
	roots []complex128 // exp(-2πik/n) for k up to n/2, where n is even
	a, b  []complex128
}

func newRealPlan(n int) *realPlan {
	if n%2 == 1 {
		return &realPlan{n: n, plan: newFFTPlan(n), a: make([]complex128, n), b: make([]complex128, n)}
	}
	p := &realPlan{n: n, plan: newFFTPlan(n / 2), roots: make([]complex128, n/2+1), a: make([]complex128, n/2), b: make([]complex128, n/2)}
	for k := range p.roots {
		p.roots[k] = root(k, n)
	}
	return p
}

// forward gives the first n/2+1 elements of the transform.
func (p *realPlan) forward(out []complex128, in []float64) {
	if p.roots == nil {
		for i, x := range in {
			p.a[i] = complex(x, 0)
		}
		p.plan.transform(p.b, p.a, false)
		copy(out, p.b)
		out[0] = complex(real(out[0]), 0)
		return
	}
	m := p.n / 2
	for k := range p.a {
		p.a[k] = complex(in[2*k], in[2*k+1])
	}
	p.plan.transform(p.b, p.a, false)
	for k, w := range p.roots {
		z, c := p.b[k%m], p.b[(m-k)%m]
		c = complex(real(c), -imag(c))
		even, odd := z+c, z-c // twice what they say; the odd one times i
		turned := w * complex(imag(odd), -real(odd))
		out[k] = complex((real(even)+real(turned))/2, (imag(even)+imag(turned))/2)
	}
	out[0], out[m] = complex(real(p.b[0])+imag(p.b[0]), 0), complex(real(p.b[0])-imag(p.b[0]), 0)
}

// inverse gives the real numbers whose transform begins with the n/2+1 elements of in, times n. Elements that must be real are taken as such.
func (p *realPlan) inverse(out []float64, in []complex128) {
	if p.roots == nil {
		p.a[0] = complex(real(in[0]), 0)
		for k := 1; k <= p.n/2; k++ {
			p.a[k], p.a[p.n-k] = in[k], complex(real(in[k]), -imag(in[k]))
		}
		p.plan.transform(p.b, p.a, true)
		for i, v := range p.b {
			out[i] = real(v)
		}
		return
	}
	m := p.n / 2
	for k := range p.a {
		z, c := in[k], in[m-k]
		if k == 0 {
			z, c = complex(real(z), 0), complex(real(c), 0)
		}
		c = complex(real(c), -imag(c))
		w := p.roots[k]
		odd := (z - c) * complex(real(w), -imag(w))
		p.a[k] = z + c + complex(-imag(odd), real(odd))
	}
	p.plan.transform(p.b, p.a, true)
	for k, v := range p.b {
		out[2*k], out[2*k+1] = real(v), imag(v)
	}
}
