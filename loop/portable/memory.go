package portable

import (
	"math"
	"unsafe"

	"github.com/magneto-go/magneto/loop/ir"
)

// read and write go over n elements of T, step bytes apart.
func read[T, V any](p unsafe.Pointer, step int, dst []V, convert func(T) V) {
	for i := range dst {
		dst[i] = convert(*(*T)(unsafe.Add(p, i*step)))
	}
}

func write[T, V any](p unsafe.Pointer, step int, src []V, convert func(V) T) {
	for i, v := range src {
		*(*T)(unsafe.Add(p, i*step)) = convert(v)
	}
}

func same[T any](v T) T { return v }

func load(e ir.Elem, p unsafe.Pointer, step int, dst *lanes, n int) {
	switch e {
	case ir.Bool8:
		read(p, step, dst.i32[:n], func(b uint8) int32 { return truth(b != 0) })
	case ir.Uint8:
		read(p, step, dst.i32[:n], func(b uint8) int32 { return int32(b) })
	case ir.Int8:
		read(p, step, dst.i32[:n], func(b int8) int32 { return int32(b) })
	case ir.Int16:
		read(p, step, dst.i32[:n], func(b int16) int32 { return int32(b) })
	case ir.Int32:
		read(p, step, dst.i32[:n], same[int32])
	case ir.Int64:
		read(p, step, dst.i64[:n], same[int64])
	case ir.Index64:
		read(p, step, dst.i32[:n], func(i int64) int32 { return int32(min(max(i, math.MinInt32), math.MaxInt32)) })
	case ir.Float16:
		read(p, step, dst.f32[:n], FromHalf)
	case ir.BFloat16:
		read(p, step, dst.f32[:n], func(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) })
	case ir.Float32:
		read(p, step, dst.f32[:n], same[float32])
	case ir.Float64:
		read(p, step, dst.f64[:n], same[float64])
	}
}

func store(e ir.Elem, p unsafe.Pointer, step int, src *lanes, n int) {
	switch e {
	case ir.Bool8:
		write(p, step, src.i32[:n], func(v int32) uint8 { return uint8(v) })
	case ir.Uint8:
		write(p, step, src.i32[:n], func(v int32) uint8 { return uint8(v) })
	case ir.Int8:
		write(p, step, src.i32[:n], func(v int32) int8 { return int8(v) })
	case ir.Int16:
		write(p, step, src.i32[:n], func(v int32) int16 { return int16(v) })
	case ir.Int32:
		write(p, step, src.i32[:n], same[int32])
	case ir.Int64:
		write(p, step, src.i64[:n], same[int64])
	case ir.Float16:
		write(p, step, src.f32[:n], ToHalf)
	case ir.BFloat16:
		write(p, step, src.f32[:n], ToBFloat)
	case ir.Float32:
		write(p, step, src.f32[:n], same[float32])
	case ir.Float64:
		write(p, step, src.f64[:n], same[float64])
	}
}
