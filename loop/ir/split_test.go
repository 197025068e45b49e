package ir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	k, err := Parse(`kernel mean_of_squares
in x float32
row out m float32
row in w float32
scalar n f32
pass
%1 = load x
%2 = mul %1 %1
%3 = reduce add %2
final
%4 = scalar n
%5 = div %3 %4
%6 = load w
%7 = mul %5 %6
store m %7
`)
	if err != nil {
		t.Fatal(err)
	}
	partial, combine, partialBufs, combineBufs, ok := Split(k)
	if !ok {
		t.Fatal("not split")
	}
	wantPartial := `kernel mean_of_squares_part
in x float32
row out part0 float32
scalar n f32
pass
%1 = load x
%2 = mul %1 %1
%3 = reduce add %2
final
store part0 %3
`
	wantCombine := `kernel mean_of_squares_whole
row out m float32
row in w float32
in part0 float32
scalar n f32
pass
%1 = load part0
%2 = reduce add %1
final
%3 = scalar n
%4 = div %2 %3
%5 = load w
%6 = mul %4 %5
store m %6
`
	if diff := cmp.Diff(wantPartial, partial.String()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(wantCombine, combine.String()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]int{{0}, {1, 2}}, [][]int{partialBufs, combineBufs}); diff != "" {
		t.Error(diff)
	}
	softmax, err := Parse("kernel k\nin x float32\nout y float32\npass\n%1 = load x\n%2 = reduce max %1\npass\n%3 = sub %1 %2\nstore y %3\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, _, ok := Split(softmax); ok {
		t.Error("a kernel of two passes was split")
	}
}
