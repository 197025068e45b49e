package ir

import (
	"strings"
	"testing"
)

// TestTwice: a kernel for two rows at a time, the weight being the same for both.
func TestTwice(t *testing.T) {
	k := New("scaled")
	x, w, y, total := k.In("x", Float32), k.In("w", Float32), k.Out("y", Float32), k.RowOut("total", Float32)
	sum := k.Reduce(Add, k.Load(x))
	k.NextPass()
	k.Store(y, k.Do(Mul, k.Do(Div, k.Load(x), sum), k.Load(w)))
	k.Store(total, sum)
	twice, source, second := k.Twice(func(b int) bool { return b == w })
	got := twice.String()
	want := `kernel scaled_twice
in x float32
in x_second float32
in w float32
out y float32
out y_second float32
row out total float32
row out total_second float32
pass
%1 = load x
%2 = reduce add %1
%3 = load x_second
%4 = reduce add %3
pass
%5 = div %1 %2
%6 = load w
%7 = mul %5 %6
store y %7
%8 = div %3 %4
%9 = mul %8 %6
store y_second %9
final
store total %2
store total_second %4
`
	if got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	if len(source) != 7 || source[2] != w || source[6] != total || second[2] || !second[6] {
		t.Errorf("buffers %v, %v", source, second)
	}
	if again, err := Parse(got); err != nil || !strings.Contains(again.String(), "total_second %4") {
		t.Errorf("%v: %s", err, again)
	}
}
