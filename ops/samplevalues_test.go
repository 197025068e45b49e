package ops

import (
	"math"
	"math/rand/v2"

	"github.com/magneto-go/magneto/tensor"
)

// drawReal draws a number of the kind (see samples_test.go) that keeps away from multiples of 0.1, where the functions
// under test have their kinks.
func drawReal(r *rand.Rand, kind byte) float64 {
	for {
		u := r.Float64()
		signed := func(low, high float64) float64 {
			v := low + u*(high-low)
			if r.IntN(2) == 0 {
				return -v
			}
			return v
		}
		var v float64
		switch kind {
		case 'p':
			v = 0.15 + 0.8*u
		case 'q':
			v = 1.1 + 1.4*u
		case 'w':
			v = signed(0.2, 3)
		case 'o':
			return math.Copysign(1, u-0.5)
		default:
			v = signed(0.15, 0.95)
		}
		if math.Abs(v*10-math.Round(v*10)) > 0.05 {
			return v
		}
	}
}

func drawInt(r *rand.Rand, kind byte) int64 {
	switch kind {
	case 'p':
		return 1 + r.Int64N(5)
	case 'q':
		return 2 + r.Int64N(4)
	case 'o':
		return 2*r.Int64N(2) - 1
	}
	v := 1 + r.Int64N(4)
	if r.IntN(2) == 0 {
		return -v
	}
	return v
}

// fillKind fills t with values of a kind.
func fillKind(r *rand.Rand, t *tensor.Tensor, kind byte, bound int) {
	n := t.Numel()
	dense := tensor.New(t.DType(), t.Sizes()...)
	switch d := t.DType(); {
	case kind == 'i':
		v := make([]int64, n)
		for i := range v {
			v[i] = r.Int64N(int64(max(bound, 1)))
		}
		tensor.StoreInts(dense, v)
	case kind == 'g':
		v := make([]int64, n)
		for i, k := range r.Perm(max(bound, n))[:n] {
			v[i] = int64(k)
		}
		tensor.StoreInts(dense, v)
	case d == tensor.Bool:
		v := make([]int64, n)
		for i := range v {
			v[i] = r.Int64N(2)
		}
		tensor.StoreInts(dense, v)
	case d.IsComplex():
		v := make([]complex128, n)
		for i := range v {
			im := byte('x')
			if kind == 'w' {
				im = 'w'
			}
			v[i] = complex(drawReal(r, kind), drawReal(r, im))
		}
		tensor.StoreComplexes(dense, shapeMatrices(v, t.Sizes(), kind))
	case d.IsFloat():
		v := make([]complex128, n)
		for i := range v {
			v[i] = complex(drawReal(r, kind), 0)
		}
		out := make([]float64, n)
		for i, c := range shapeMatrices(v, t.Sizes(), kind) {
			out[i] = real(c)
		}
		tensor.StoreFloats(dense, out)
	default:
		v := make([]int64, n)
		for i := range v {
			v[i] = drawInt(r, kind)
			if d == tensor.Uint8 && v[i] < 0 {
				v[i] = -v[i]
			}
		}
		tensor.StoreInts(dense, v)
	}
	tensor.Copy(t, dense)
}

// shapeMatrices makes the matrices of kinds m and h well conditioned, with eigenvalues that differ.
func shapeMatrices(v []complex128, sizes []int, kind byte) []complex128 {
	if kind != 'm' && kind != 'h' {
		return v
	}
	n := sizes[len(sizes)-1]
	out := make([]complex128, len(v))
	for start := 0; start+n*n <= len(v) && n > 0; start += n * n {
		for i := range n {
			for j := range n {
				x := 0.4 * v[start+i*n+j]
				if kind == 'h' {
					y := 0.4 * v[start+j*n+i]
					x = (x + complex(real(y), -imag(y))) / 2
				}
				if i == j {
					x += complex(1.5+0.7*float64(i), 0)
				}
				out[start+i*n+j] = x
			}
		}
	}
	return out
}

// randomLike has the geometry of t and signed values; it is Hermitian if asked.
func randomLike(r *rand.Rand, t *tensor.Tensor, hermitian bool) *tensor.Tensor {
	out := strided(t.DType(), t.Sizes(), t.Strides(), t.Offset())
	kind := byte('x')
	if hermitian {
		kind = 'h'
	}
	fillKind(r, out, kind, 0)
	return out
}

// cloneExact copies a tensor with its geometry.
func cloneExact(t *tensor.Tensor) *tensor.Tensor {
	s := tensor.NewStorage(t.Storage().Size())
	copy(s.Bytes(), t.Storage().Bytes())
	c := tensor.FromStorage(s, t.DType(), append([]int(nil), t.Sizes()...), append([]int(nil), t.Strides()...), t.Offset())
	c.Conj, c.Neg = t.Conj, t.Neg
	return c
}

// cloneArgs copies all tensors among arguments, by replace if it is given.
func cloneArgs(args []Value, replace func(*tensor.Tensor) *tensor.Tensor) []Value {
	out := make([]Value, len(args))
	for i, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			out[i] = replace(v)
		case []Value:
			out[i] = cloneArgs(v, replace)
		default:
			out[i] = v
		}
	}
	return out
}

// flatTensors lists the tensors among results, those in lists too.
func flatTensors(results []Value) []*tensor.Tensor {
	var out []*tensor.Tensor
	for _, v := range results {
		switch v := v.(type) {
		case *tensor.Tensor:
			out = append(out, v)
		case []Value:
			out = append(out, flatTensors(v)...)
		}
	}
	return out
}
