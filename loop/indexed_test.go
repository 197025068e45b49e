package loop

import (
	"errors"
	"slices"
	"testing"

	"github.com/magneto-go/magneto/loop/ir"
)

// TestEmbedding takes rows of a table by index: out[i, j] = table[index[i], j]. An index out of range is an error.
func TestEmbedding(t *testing.T) {
	const rows, columns = 5, 37
	table := make([]float32, rows*columns)
	for i := range table {
		table[i] = float32(i)
	}
	k := ir.New("embedding")
	in, index, out := k.In("table", ir.Float32), k.In("index", ir.Int64), k.Out("out", ir.Float32)
	k.Store(out, k.Gather(in, k.Load(index)))
	for _, isa := range isas() {
		kernel, err := NewCompiler(isa, 1, nil).Compile(k)
		if err != nil {
			t.Fatal(err)
		}
		run := func(indices []int64, got []float32) error {
			return kernel.Run(ir.Space{Keep: []int{len(indices), columns}}, []ir.Buffer{
				{Ptr: pointer(table), Strides: []int{0, 1}, IndexStride: columns, IndexCount: rows},
				{Ptr: pointer(indices), Strides: []int{1, 0}},
				{Ptr: pointer(got), Strides: []int{columns, 1}},
			}, nil)
		}
		indices := []int64{4, 0, 0, 3}
		got := make([]float32, len(indices)*columns)
		if err := run(indices, got); err != nil {
			t.Fatal(err)
		}
		for i, row := range indices {
			if !slices.Equal(got[i*columns:(i+1)*columns], table[row*columns:(row+1)*columns]) {
				t.Errorf("%s: row %d is %v", isa, i, got[i*columns:(i+1)*columns])
			}
		}
		for _, wrong := range []int64{-1, 5, 1 << 62} {
			if err := run([]int64{1, wrong, 2}, got); !errors.Is(err, ErrRange) {
				t.Errorf("%s: index %d: %v", isa, wrong, err)
			}
		}
	}
}

// TestIndexAdd adds where indices repeat: in the order of elements, so the same bits everywhere.
func TestIndexAdd(t *testing.T) {
	k := ir.New("index_add")
	index, value, out := k.In("index", ir.Int32), k.In("value", ir.Float32), k.InOut("out", ir.Float32)
	k.Scatter(out, k.Load(index), k.Load(value), true)
	indices := make([]int32, 1000)
	values := make([]float32, len(indices))
	want := make([]float32, 7)
	for i := range indices {
		indices[i], values[i] = int32(i*i%7), float32(i)*0.1
		want[indices[i]] += values[i]
	}
	for _, isa := range isas() {
		kernel, err := NewCompiler(isa, 1, nil).Compile(k)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float32, 7)
		err = kernel.Run(ir.Space{Keep: []int{len(indices)}}, []ir.Buffer{
			{Ptr: pointer(indices), Strides: []int{1}}, {Ptr: pointer(values), Strides: []int{1}},
			{Ptr: pointer(got), Strides: []int{0}, IndexStride: 1, IndexCount: 7},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", isa, got, want)
		}
	}
}

// TestAddRows adds rows where an index says, as the derivative of an embedding does: the index is the same for a whole row, which is added a vector at a time. A row that
// would be outside is added nowhere.
func TestAddRows(t *testing.T) {
	const rows, columns = 5, 37
	for _, add := range []bool{true, false} {
		k := ir.New("add_rows")
		to, index, from := k.InOut("to", ir.Float32), k.In("index", ir.Int64), k.In("from", ir.Float32)
		k.Scatter(to, k.Load(index), k.Load(from), add)
		for _, isa := range isas() {
			kernel, err := NewCompiler(isa, 1, nil).Compile(k)
			if err != nil {
				t.Fatal(err)
			}
			run := func(indices []int64) ([]float32, error) {
				from := make([]float32, len(indices)*columns)
				for i := range from {
					from[i] = float32(i)
				}
				got := make([]float32, rows*columns)
				return got, kernel.Run(ir.Space{Keep: []int{len(indices), columns}}, []ir.Buffer{
					{Ptr: pointer(got), Strides: []int{0, 1}, IndexStride: columns, IndexCount: rows},
					{Ptr: pointer(indices), Strides: []int{1, 0}},
					{Ptr: pointer(from), Strides: []int{columns, 1}},
				}, nil)
			}
			indices := []int64{4, 0, 0, 3}
			got, err := run(indices)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]float32, rows*columns)
			for i, row := range indices {
				for j := range int64(columns) {
					if !add {
						want[row*columns+j] = 0
					}
					want[row*columns+j] += float32(i*columns + int(j))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, adding %v: %v", isa, add, got)
			}
			got, err = run([]int64{7, -1, 9})
			if !errors.Is(err, ErrRange) {
				t.Errorf("%s: rows outside: %v", isa, err)
			}
			if slices.ContainsFunc(got, func(f float32) bool { return f != 0 }) {
				t.Errorf("%s: rows outside are written", isa)
			}
		}
	}
}

// TestDeepIndex: an index whose computation uses each of its steps twice is compiled in no time.
func TestDeepIndex(t *testing.T) {
	k := ir.New("deep")
	index, table, out := k.In("index", ir.Int32), k.In("table", ir.Float32), k.Out("out", ir.Float32)
	v := k.Load(index)
	for range 200 {
		v = k.Do(ir.And, k.Do(ir.Add, v, v), k.Const(ir.I32, 3))
	}
	k.Store(out, k.Gather(table, v))
	indices, values, got := []int32{1, 1}, []float32{7, 8, 9, 10}, make([]float32, 6)
	for _, isa := range isas() {
		kernel, err := NewCompiler(isa, 1, nil).Compile(k)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []int{0, 1} {
			if err := kernel.Run(ir.Space{Keep: []int{2}}, []ir.Buffer{{Ptr: pointer(indices), Strides: []int{step}},
				{Ptr: pointer(values), IndexStride: 1, IndexCount: 4}, {Ptr: pointer(got), Strides: []int{1}}}, nil); err != nil || got[0] != 7 {
				t.Errorf("%s: %v, %v", isa, got, err)
			}
		}
	}
}
