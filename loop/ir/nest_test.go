package ir

import (
	"fmt"
	"strings"
	"testing"
)

// describe prints the counts of a nest: outer loops, then rows, mid, inner, vectors of rows.
func describe(n *Nest) string {
	var b strings.Builder
	if n.Columns {
		b.WriteString("columns ")
	}
	for _, l := range n.Outer {
		fmt.Fprintf(&b, "%d ", l.Count)
	}
	fmt.Fprintf(&b, "| %d %d %d %d", n.Axes[RowAxis].Count, n.Axes[MidAxis].Count, n.Axes[InnerAxis].Count, n.Axes[VecAxis].Count)
	return b.String()
}

func TestNest(t *testing.T) {
	pointwise := New("copy")
	pointwise.Store(pointwise.Out("y", Float32), pointwise.Load(pointwise.In("x", Float32)))
	sum := New("sum")
	sum.Store(sum.RowOut("y", Float32), sum.Reduce(Add, sum.Load(sum.In("x", Float32))))
	weighted := New("weighted")
	total := weighted.RowOut("y", Float32)
	weighted.Store(total, weighted.Reduce(Add, weighted.Do(Mul, weighted.Load(weighted.In("x", Float32)), weighted.Load(weighted.In("w", Float32)))))
	for _, c := range []struct {
		name  string
		k     *Kernel
		space Space
		out   []int
		in    []int
		want  string
	}{
		{"contiguous dimensions merge", pointwise, Space{Keep: []int{4, 5, 6}}, []int{30, 6, 1}, []int{30, 6, 1}, "| 1 1 120 1"},
		{"any common order merges", pointwise, Space{Keep: []int{4, 5, 6}}, []int{1, 4, 20}, []int{1, 4, 20}, "| 1 1 120 1"},
		{"a broadcast row does not", pointwise, Space{Keep: []int{4, 5}}, []int{5, 1}, []int{0, 1}, "| 1 4 5 1"},
		{"a transposed operand", pointwise, Space{Keep: []int{4, 5}}, []int{5, 1}, []int{1, 4}, "| 1 4 5 1"},
		{"loops beyond three are outer", pointwise, Space{Keep: []int{2, 3, 4, 5}}, []int{300, 80, 10, 1}, []int{0, 100, 10, 2}, "2 | 3 4 5 1"},
		{"rows", sum, Space{Keep: []int{7}, Reduce: []int{3, 4}}, []int{1}, []int{12, 4, 1}, "| 7 1 12 1"},
		{"columns, though an operand lies along the rows", weighted, Space{Keep: []int{7}, Reduce: []int{12}}, []int{1}, []int{1, 7}, "columns | 1 1 12 7"},
		{"columns", sum, Space{Keep: []int{7}, Reduce: []int{12}}, []int{1}, []int{1, 7}, "columns | 1 1 12 7"},
		{"a batch norm's", sum, Space{Keep: []int{7}, Reduce: []int{3, 16}}, []int{1}, []int{16, 112, 1}, "| 7 3 16 1"},
		{"no elements", sum, Space{Keep: []int{7}, Reduce: []int{0}}, []int{1}, []int{1, 7}, "columns | 1 1 0 7"},
	} {
		bufs := []Buffer{{Strides: c.out}, {Strides: c.in}}
		if len(c.k.Bufs) > 2 {
			bufs = append(bufs, Buffer{Strides: []int{0, 1}})
		}
		n, err := NewNest(c.k, c.space, bufs)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := describe(n); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
	_, err := NewNest(sum, Space{Reduce: []int{2, 3, 4}}, []Buffer{{}, {Strides: []int{1, 100, 1000}}})
	if err == nil || !strings.Contains(err.Error(), "3 reduced dimensions that do not merge") {
		t.Error(err)
	}
}
