package numpy

import (
	"math"

	"github.com/magneto-go/magneto/tensor"
)

// Elements on their way between memory and the domains of computation.

type half uint16

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

type realNumber interface{ integer | ~float32 | ~float64 }

// gather reads len(out) elements from position pos on.
func gather[T, D realNumber](src []T, pos, step int, out []D) {
	if step == 1 {
		for i, x := range src[pos : pos+len(out)] {
			out[i] = D(x)
		}
		return
	}
	for i := range out {
		out[i] = D(src[pos])
		pos += step
	}
}

func gatherHalf[D realNumber](src []half, pos, step int, out []D) {
	for i := range out {
		out[i] = D(tensor.HalfToFloat(uint16(src[pos])))
		pos += step
	}
}

// loadReal reads numbers that are not complex. From floats only []float64 is asked for.
func loadReal[D realNumber](a *Array, pos, step int, out []D) {
	switch a.dt.C {
	case Bool, Uint8:
		gather(view[uint8](a), pos, step, out)
	case Int8:
		gather(view[int8](a), pos, step, out)
	case Int16:
		gather(view[int16](a), pos, step, out)
	case Uint16:
		gather(view[uint16](a), pos, step, out)
	case Int32:
		gather(view[int32](a), pos, step, out)
	case Uint32:
		gather(view[uint32](a), pos, step, out)
	case Int64:
		gather(view[int64](a), pos, step, out)
	case Uint64:
		gather(view[uint64](a), pos, step, out)
	case Float16:
		gatherHalf(view[half](a), pos, step, out)
	case Float32:
		gather(view[float32](a), pos, step, out)
	case Float64:
		gather(view[float64](a), pos, step, out)
	}
}

func loadComplex(a *Array, pos, step int, out []complex128) {
	switch a.dt.C {
	case Complex64:
		v := view[complex64](a)
		for i := range out {
			out[i] = complex128(v[pos])
			pos += step
		}
	case Complex128:
		v := view[complex128](a)
		for i := range out {
			out[i] = v[pos]
			pos += step
		}
	default:
		var buf [chunk]float64
		loadReal(a, pos, step, buf[:len(out)])
		for i := range out {
			out[i] = complex(buf[i], 0)
		}
	}
}

// scatter writes elements; integers wrap.
func scatter[T, D realNumber](dst []T, pos, step int, in []D) {
	if step == 1 {
		d := dst[pos : pos+len(in)]
		for i, x := range in {
			d[i] = T(x)
		}
		return
	}
	for _, x := range in {
		dst[pos] = T(x)
		pos += step
	}
}

func scatterBool[D realNumber](dst []uint8, pos, step int, in []D) {
	for _, x := range in {
		b := uint8(0)
		if x != 0 {
			b = 1
		}
		dst[pos] = b
		pos += step
	}
}

func scatterHalf[D realNumber](dst []half, pos, step int, in []D) {
	for _, x := range in {
		dst[pos] = toHalf(float64(x))
		pos += step
	}
}

// scatterFloats truncates floats to integers as the processor does.
func scatterFloats[T integer](dst []T, pos, step int, in []float64, narrow bool) {
	for _, x := range in {
		if narrow {
			dst[pos] = T(toInt32(x))
		} else {
			dst[pos] = T(tensor.FloatToInt(x))
		}
		pos += step
	}
}

func toInt32(x float64) int32 {
	if x > -2147483649 && x < 2147483648 {
		return int32(x)
	}
	return math.MinInt32
}

// storeInts writes integers of a domain.
func storeInts[D int64 | uint64](a *Array, pos, step int, in []D) {
	switch a.dt.C {
	case Bool:
		scatterBool(view[uint8](a), pos, step, in)
	case Uint8:
		scatter(view[uint8](a), pos, step, in)
	case Int8:
		scatter(view[int8](a), pos, step, in)
	case Int16:
		scatter(view[int16](a), pos, step, in)
	case Uint16:
		scatter(view[uint16](a), pos, step, in)
	case Int32:
		scatter(view[int32](a), pos, step, in)
	case Uint32:
		scatter(view[uint32](a), pos, step, in)
	case Int64:
		scatter(view[int64](a), pos, step, in)
	case Uint64:
		scatter(view[uint64](a), pos, step, in)
	case Float16:
		scatterHalf(view[half](a), pos, step, in)
	case Float32:
		scatter(view[float32](a), pos, step, in)
	case Float64:
		scatter(view[float64](a), pos, step, in)
	default:
		var buf [chunk]complex128
		for i, x := range in {
			buf[i] = complex(float64(x), 0)
		}
		storeComplex(a, pos, step, buf[:len(in)])
	}
}

func storeFloats(a *Array, pos, step int, in []float64) {
	switch a.dt.C {
	case Bool:
		scatterBool(view[uint8](a), pos, step, in)
	case Uint8:
		scatterFloats(view[uint8](a), pos, step, in, true)
	case Int8:
		scatterFloats(view[int8](a), pos, step, in, true)
	case Int16:
		scatterFloats(view[int16](a), pos, step, in, true)
	case Uint16:
		scatterFloats(view[uint16](a), pos, step, in, true)
	case Int32:
		scatterFloats(view[int32](a), pos, step, in, true)
	case Uint32:
		scatterFloats(view[uint32](a), pos, step, in, false)
	case Int64:
		scatterFloats(view[int64](a), pos, step, in, false)
	case Uint64:
		v := view[uint64](a)
		for _, x := range in {
			if x >= 1<<63 {
				v[pos] = uint64(tensor.FloatToInt(x-1<<63)) ^ 1<<63
			} else {
				v[pos] = uint64(tensor.FloatToInt(x))
			}
			pos += step
		}
	case Float16:
		scatterHalf(view[half](a), pos, step, in)
	case Float32:
		scatter(view[float32](a), pos, step, in)
	case Float64:
		scatter(view[float64](a), pos, step, in)
	default:
		var buf [chunk]complex128
		for i, x := range in {
			buf[i] = complex(x, 0)
		}
		storeComplex(a, pos, step, buf[:len(in)])
	}
}

// storeComplex writes complex numbers; a real type gets the real parts.
func storeComplex(a *Array, pos, step int, in []complex128) {
	switch a.dt.C {
	case Complex64:
		v := view[complex64](a)
		for _, x := range in {
			v[pos] = complex64(x)
			pos += step
		}
	case Complex128:
		v := view[complex128](a)
		for _, x := range in {
			v[pos] = x
			pos += step
		}
	case Bool:
		v := view[uint8](a)
		for _, x := range in {
			v[pos] = 0
			if x != 0 {
				v[pos] = 1
			}
			pos += step
		}
	default:
		var buf [chunk]float64
		for i, x := range in {
			buf[i] = real(x)
		}
		storeFloats(a, pos, step, buf[:len(in)])
	}
}

// toHalf rounds to the nearest half once: on the way through float32 what was cut off stays as a sticky bit.
func toHalf(x float64) half {
	f := float32(x)
	if float64(f) != x && !math.IsNaN(x) && !math.IsInf(float64(f), 0) {
		b := math.Float32bits(f)
		if math.Abs(float64(f)) > math.Abs(x) { // toward zero
			b--
		}
		f = math.Float32frombits(b | 1)
	}
	return half(tensor.FloatToHalf(f))
}

func fromHalf(h half) float64 { return float64(tensor.HalfToFloat(uint16(h))) }

// rounded is x as an element of a floating type holds it.
func rounded(x float64, c code) float64 {
	switch c {
	case Float16:
		return fromHalf(toHalf(x))
	case Float32:
		return float64(float32(x))
	}
	return x
}

// chunk is how many elements are computed at a time.
const chunk = 512
