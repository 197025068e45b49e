package symbolic

import (
	"testing"
)

func parse(t *testing.T, text string) *Expr {
	t.Helper()
	e, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestCanonicalForms(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"s1 + 1 + s1", "2*s1 + 1"},
		{"1 + s77", "s77 + 1"},
		{"s1*(s2 + 2)", "s1*s2 + 2*s1"},
		{"s1 - s1", "0"},
		{"s1*s1", "s1**2"},
		{"(2*s1 + 4)//2", "s1 + 2"},
		{"s1//2", "(s1//2)"},
		{"(s1//2)//3", "(s1//6)"},
		{"(2*s1)//s1", "2"},
		{"(s1*s2)//s2", "s1"},
		{"Mod(2*s1, 2)", "0"},
		{"Mod(2*s1 + s2, 2)", "Mod(s2, 2)"},
		{"-7//2", "-4"},
		{"Min(s1, s1 + 1)", "s1"},
		{"Max(s1, 3)", "Max(3, s1)"},
		{"2*s1 >= 16", "8 <= s1"},
		{"s1 < 4", "s1 <= 3"},
		{"not (2*s1 < 16)", "8 <= s1"},
		{"Eq(s1, s2)", "Eq(s1, s2)"},
		{"2*s1 == 7", "0"},
		{"s1 + 1 > s1", "1"},
		{"s1 != 3", "Ne(s1, 3)"},
		{"2 <= s1 and s1 <= 8", "2 <= s1 & s1 <= 8"},
		{"s1 > s2", "s2 < s1"},
	} {
		if got := parse(t, c.in).String(); got != c.want {
			t.Errorf("%s = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestInterning(t *testing.T) {
	if parse(t, "s1 + s2*2") != parse(t, "s2 + s1 + s2") {
		t.Error("equal expressions are different nodes")
	}
}

func TestPythonStyle(t *testing.T) {
	style := PythonStyle(func(name string) string { return "L['x'].size()[0]" })
	for _, c := range []struct{ in, want string }{
		{"Mod(s1, 2) == 0", "(L['x'].size()[0] % 2) == 0"},
		{"2*s1 + 1 == 9", "L['x'].size()[0] == 4"},
		{"s1*s1 < 30", "L['x'].size()[0]**2 <= 29"},
	} {
		if got := Print(parse(t, c.in), style); got != c.want {
			t.Errorf("%s prints %s, want %s", c.in, got, c.want)
		}
	}
}

func TestFunctionsOfOne(t *testing.T) {
	for _, c := range []struct{ in, want, python string }{
		{"Max(s1 - 5, 5 - s1)", "Abs(s1 - 5)", "max((-5) + s1, 5 + (-1)*s1)"},
		{"Abs(3 - s1) + 1", "Abs(s1 - 3) + 1", ""},
		{"TruncToInt(IntTrueDiv(s1, 2))", "TruncToInt(IntTrueDiv(s1, 2))", "(s1 // 2)"},
		{"FloorToInt(IntTrueDiv(s1, 2)) + CeilToInt(ToFloat(s1))", "s1 + FloorToInt(IntTrueDiv(s1, 2))", ""},
	} {
		e := parse(t, c.in)
		if got := e.String(); got != c.want || parse(t, got) != e {
			t.Errorf("%s prints %s, want %s, which reads back the same", c.in, got, c.want)
		}
		if got := Print(e, PythonStyle(func(name string) string { return name })); c.python != "" && got != c.python {
			t.Errorf("%s is %s in Python, want %s", c.in, got, c.python)
		}
	}
	s1 := NewSymbol("s1")
	choice := NewChoice(FromExpr(s1).Gt(IntOf(3)), s1, NewConst(7))
	if got := choice.String(); got != "Piecewise((s1, 4 <= s1), (7, True))" {
		t.Error(got)
	}
	for value, want := range map[int64]int64{3: 7, 4: 4} {
		if got, err := Eval(choice, func(string) (int64, bool) { return value, true }); err != nil || got != want {
			t.Errorf("%s for %d is %d (%v), want %d", choice, value, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{"", "s1 +", "s1 // 0", "(s1 < 2) + 1", "f(s1, 2)", "s1 ** 99", "s1 $ 2"} {
		if e, err := Parse(text); err == nil {
			t.Errorf("%q parsed as %s", text, e)
		}
	}
}

// FuzzParse checks that what is printed reads back as the same expression with
// the same value.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"s1 + 1", "2*s1 >= 16", "Mod(s1*s2, 3) == 0 and s1 != 4", "Max(s1, Min(s2, 7)) // 2 < s3", "not (s1 <= 2 | s2 == s1)", "-s1**2 + 3*(s2 - 1)"} {
		f.Add(seed, int64(5), int64(3))
	}
	f.Fuzz(func(t *testing.T, text string, x, y int64) {
		if len(text) > 60 {
			return
		}
		e, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(e.String())
		if err != nil {
			t.Fatalf("%q prints %q, which does not parse: %v", text, e, err)
		}
		value := func(name string) (int64, bool) {
			if len(name)%2 == 0 {
				return x % 1000, true
			}
			return y % 1000, true
		}
		a, errA := Eval(e, value)
		b, errB := Eval(again, value)
		if (errA == nil) != (errB == nil) || a != b {
			t.Fatalf("%q = %s = %d (%v), read back %s = %d (%v)", text, e, a, errA, again, b, errB)
		}
	})
}
