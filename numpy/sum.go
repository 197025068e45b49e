package numpy

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Sums of floats. A row whose result does not move is summed in pairs of blocks, which fixes the rounding; rows that lie
// along the result are added one after the other.

// buffered is how many elements are converted at a time where a sum is of another type; a sum begins anew with each.
const buffered = 8192

func sumFloats(th *object.Thread, dt DType, out, x *Array) error {
	if x.dt != dt && x.dt.isComplex() && !dt.isComplex() {
		s, err := x.to(th, dt)
		if err != nil {
			return err
		}
		x = s
	}
	switch dt.C {
	case Float64:
		sumRows(out, x, view[float64](out), loadReal[float64])
	case Float32:
		if x.dt.C == Float32 || x.dt.dom() != floats || x.dt.size() < 4 {
			sumRows(out, x, view[float32](out), loadReal[float32])
			break
		}
		s, err := x.to(th, dt)
		if err != nil {
			return err
		}
		sumRows(out, s, view[float32](out), loadReal[float32])
	case Float16:
		s, err := x.to(th, dt)
		if err != nil {
			return err
		}
		sumHalves(out, s)
	case Complex64:
		sumComplex[complex64](out, x, func(z complex128) (float32, float32) { return float32(real(z)), float32(imag(z)) }, func(a, b float32) complex64 { return complex(a, b) })
	case Complex128:
		sumComplex[complex128](out, x, func(z complex128) (float64, float64) { return real(z), imag(z) }, func(a, b float64) complex128 { return complex(a, b) })
	}
	return nil
}

func sumRows[T float32 | float64](out, x *Array, acc []T, load func(*Array, int, int, []T)) {
	var own []T
	switch any(T(0)).(type) {
	case float64:
		if x.dt.C == Float64 {
			own = any(view[float64](x)).([]T)
		}
	case float32:
		if x.dt.C == Float32 {
			own = any(view[float32](x)).([]T)
		}
	}
	rows([]*Array{x, out}, func(pos []int, n int, step []int) {
		i, o := pos[0], pos[1]
		if step[1] == 0 && own != nil {
			acc[o] += pairwise(own, i, step[0], n)
			return
		}
		var buf [buffered]T
		for n > 0 {
			m := min(n, buffered)
			load(x, i, step[0], buf[:m])
			if step[1] == 0 {
				acc[o] += pairwise(buf[:], 0, 1, m)
			} else {
				for k, v := range buf[:m] {
					acc[o+k*step[1]] += v
				}
			}
			i += m * step[0]
			o += m * step[1]
			n -= m
		}
	})
}

// pairwise adds n elements: up to 128 of them in eight running sums, more in two halves.
func pairwise[T float32 | float64](v []T, pos, step, n int) T {
	if n < 8 {
		s := T(math.Copysign(0, -1))
		for range n {
			s += v[pos]
			pos += step
		}
		return s
	}
	if n <= 128 {
		var r [8]T
		for k := range r {
			r[k] = v[pos+k*step]
		}
		i := 8
		for ; i < n-n%8; i += 8 {
			at := pos + i*step
			for k := range r {
				r[k] += v[at+k*step]
			}
		}
		s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for ; i < n; i++ {
			s += v[pos+i*step]
		}
		return s
	}
	h := n / 2
	h -= h % 8
	return pairwise(v, pos, step, h) + pairwise(v, pos+h*step, step, n-h)
}

func sumHalves(out, x *Array) {
	acc, v := view[half](out), view[half](x)
	rows([]*Array{x, out}, func(pos []int, n int, step []int) {
		i, o := pos[0], pos[1]
		if step[1] == 0 {
			buf := make([]float32, n)
			for k := range buf {
				buf[k] = tensor.HalfToFloat(uint16(v[i]))
				i += step[0]
			}
			acc[o] = half(tensor.FloatToHalf(tensor.HalfToFloat(uint16(acc[o])) + pairwise(buf, 0, 1, n)))
			return
		}
		for range n {
			acc[o] = half(tensor.FloatToHalf(tensor.HalfToFloat(uint16(acc[o])) + tensor.HalfToFloat(uint16(v[i]))))
			i += step[0]
			o += step[1]
		}
	})
}

func sumComplex[C complex64 | complex128, T float32 | float64](out, x *Array, parts func(z complex128) (T, T), whole func(a, b T) C) {
	acc := view[C](out)
	rows([]*Array{x, out}, func(pos []int, n int, step []int) {
		i, o := pos[0], pos[1]
		var z [chunk]complex128
		if step[1] != 0 {
			for n > 0 {
				m := min(n, chunk)
				loadComplex(x, i, step[0], z[:m])
				for _, v := range z[:m] {
					re, im := parts(v)
					acc[o] += whole(re, im)
					o += step[1]
				}
				i += m * step[0]
				n -= m
			}
			return
		}
		re, im := make([]T, n), make([]T, n)
		for k := 0; k < n; k += chunk {
			m := min(n-k, chunk)
			loadComplex(x, i, step[0], z[:m])
			for j, v := range z[:m] {
				re[k+j], im[k+j] = parts(v)
			}
			i += m * step[0]
		}
		a, b := pairwiseComplex(re, im)
		acc[o] += whole(a, b)
	})
}

// pairwiseComplex is pairwise over real and imaginary parts in turn: blocks have half as many elements.
func pairwiseComplex[T float32 | float64](re, im []T) (a, b T) {
	n := 2 * len(re)
	if n < 8 {
		a, b = T(math.Copysign(0, -1)), T(math.Copysign(0, -1))
		for i := range re {
			a += re[i]
			b += im[i]
		}
		return a, b
	}
	if n <= 128 {
		var r, s [4]T
		copy(r[:], re)
		copy(s[:], im)
		i := 4
		for ; i < (n-n%8)/2; i += 4 {
			for k := range r {
				r[k] += re[i+k]
				s[k] += im[i+k]
			}
		}
		a, b = (r[0]+r[1])+(r[2]+r[3]), (s[0]+s[1])+(s[2]+s[3])
		for ; i < len(re); i++ {
			a += re[i]
			b += im[i]
		}
		return a, b
	}
	h := n / 2
	h -= h % 8
	a, b = pairwiseComplex(re[:h/2], im[:h/2])
	c, d := pairwiseComplex(re[h/2:], im[h/2:])
	return a + c, b + d
}
