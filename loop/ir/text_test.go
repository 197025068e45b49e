package ir

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const meanText = `kernel mean
in x float32
row out m float32
scalar n f32
pass
%1 = load x
%2 = reduce add %1
final
%3 = scalar n
%4 = div %2 %3
store m %4
`

func TestTextReadsBack(t *testing.T) {
	for _, text := range []string{
		meanText,
		"kernel k\nin a int64\niota i int64\nout y bfloat16\npass\n%1 = load a\n%2 = shr %1 3\n%3 = iota i\n%4 = lt %2 %3\n%5 = const f32 -0.5\n%6 = const f32 0x7fc00000\n%7 = select %4 %5 %6\nstore y %7\n",
		"kernel c\nin x float32\nin i index64\nin t float32\nout y float32\npass\n%1 = load i\n%2 = gather t %1\n%3 = scanadd %2\n%4 = scanmul %3\nstore y %4\n",
	} {
		k, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text, k.String()); diff != "" {
			t.Error(diff)
		}
	}
}

// TestBuilderAndTextAgree: the same kernel built and parsed has the same text, without what nothing demands.
func TestBuilderAndTextAgree(t *testing.T) {
	k := New("mean")
	x, m := k.In("x", Float32), k.RowOut("m", Float32)
	n := k.Scalar("n", F32)
	k.Do(Mul, k.Load(x), n) // demanded by nothing
	k.Store(m, k.Do(Div, k.Reduce(Add, k.Load(x)), n))
	if diff := cmp.Diff(meanText, k.String()); diff != "" {
		t.Error(diff)
	}
}

func TestMistakes(t *testing.T) {
	head := "kernel k\nin x float32\nin b bool\nout y float32\nrow out r float32\npass\n%1 = load x\n"
	for _, c := range []struct{ text, want string }{
		{"", "no kernel"},
		{"pass\n", "line 1: a kernel starts with"},
		{"kernel k sideways\n", "line 1: a kernel starts with"},
		{head + "%2 = reduce max %1 %1\n", "line 8: reduce max takes one value"},
		{head + "%2 = load b\n%3 = reduce add %1 %2\n", "line 9: kernel k: sum of products of"},
		{head + "%2 = frob %1\n", "line 8: no operation frob"},
		{head + "%2 = add %1 %9\n", "line 8: no value %9"},
		{head + "%2 = load b\n%3 = add %1 %2\n", "line 9: kernel k: add of f32 and bool"},
		{"kernel k\nout y index64\n", "index64, which is only read"},
		{head + "%2 = scanadd %1\n%3 = load b\n%4 = scanadd %3\n", "scanadd of bool"},
		{head + "%2 = and %1 %1\n", "and of f32 and f32"},
		{head + "%2 = bits i64 %1\n", "bits of f32 as i64"},
		{head + "%2 = const i32 1.5\n", "invalid syntax"},
		{head + "store r %1\n", "store into r at the wrong place"},
		{head + "store x %1\n", "store into x, which is in"},
		{head + "%2 = load b\nstore y %2\n", "bool stored into y, which is float32"},
		{head + "%2 = reduce add %1\nstore y %2\n", "is used before its pass is over"},
		{head + "final\nstore r %1\n", "an element is stored into row buffer r"},
		{head + "%2 = reduce sub %1\n", "reduction by"},
	} {
		_, err := Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q\ngave %v\nnot  %s", c.text, err, c.want)
		}
	}
}

// FuzzParse: whatever parses, prints to what parses to the same.
func FuzzParse(f *testing.F) {
	f.Add(meanText)
	f.Add("kernel k\nout y int8\niota i int32\npass\n%1 = iota i\n%2 = sar %1 2\nstore y %2\n")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := Parse(text)
		if err != nil {
			return
		}
		printed := k.String()
		again, err := Parse(printed)
		if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		if diff := cmp.Diff(printed, again.String()); diff != "" {
			t.Error(diff)
		}
	})
}
