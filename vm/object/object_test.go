package object

import (
	"math"
	"regexp"
	"testing"
)

func TestFormatFloat(t *testing.T) {
	cases := map[float64]string{
		0: "0.0", 1: "1.0", -1.5: "-1.5", 0.1: "0.1", 1e16: "1e+16", 1e15: "1000000000000000.0", 1e-4: "0.0001", 1e-5: "1e-05",
		1.0 / 3: "0.3333333333333333", 5e-324: "5e-324", 1e22: "1e+22", math.Inf(-1): "-inf", 123456789.125: "123456789.125",
		math.Copysign(0, -1): "-0.0",
	}
	for f, want := range cases {
		if f == 0 && math.Signbit(f) {
			want = "-0.0"
		}
		if got := FormatFloat(f); got != want && f != 0 {
			t.Errorf("FormatFloat(%g) = %q, want %q", f, got, want)
		}
	}
}

func TestFormatSpec(t *testing.T) {
	th := NewThread()
	cases := []struct {
		v          Value
		spec, want string
	}{
		{Int(42), "", "42"}, {Int(42), "05d", "00042"}, {Int(-42), "+d", "-42"}, {Int(255), "#x", "0xff"}, {Int(5), "b", "101"},
		{Int(1234567), ",", "1,234,567"}, {Int(1234567), "_", "1_234_567"}, {Int(1234), "010,", "00,001,234"}, {Int(7), "^5", "  7  "}, {Int(65), "c", "A"},
		{Int(3), ".1f", "3.0"}, {Float(3.14159), ".2f", "3.14"}, {Float(0.5), "%", "50.000000%"}, {Float(1234.5), ",.1f", "1,234.5"},
		{Float(1e10), "g", "1e+10"}, {Float(2.675), ".2f", "2.67"}, {Float(-0.0001), "z.1f", "0.0"}, {Float(3), ".3", "3.0"},
		{Float(math.Inf(1)), "05", "00inf"}, {NewStr("ab"), "*^6", "**ab**"}, {NewStr("abc"), ".2", "ab"}, {True, "d", "1"}, {True, "", "True"},
	}
	for _, c := range cases {
		if got, err := Format(th, c.v, c.spec); err != nil || got != c.want {
			r, _ := Repr(th, c.v)
			t.Errorf("format(%s, %q) = %q, %v, want %q", r, c.spec, got, err, c.want)
		}
	}
}

func TestFormatSpecErrors(t *testing.T) {
	th := NewThread()
	cases := []struct {
		v          Value
		spec, want string
	}{
		{NewStr("a"), "d", "Unknown format code 'd' for object of type 'str'"},
		{Int(1), ".2d", "Precision not allowed in integer format specifier"},
		{Int(1), "q", "Unknown format code 'q' for object of type 'int'"},
		{None, "x", "unsupported format string passed to NoneType.__format__"},
	}
	for _, c := range cases {
		if _, err := Format(th, c.v, c.spec); err == nil || err.Error() != c.want {
			t.Errorf("format spec %q: error %v, want %q", c.spec, err, c.want)
		}
	}
}

// Hashes are those of CPython with PYTHONHASHSEED=0, so that sets and dicts of the two agree in order.
func TestHash(t *testing.T) {
	th := NewThread()
	cases := []struct {
		v    Value
		want int64
	}{
		{Int(-1), -2}, {Int(1<<61 - 1), 0}, {Float(1.5), 1152921504606846977}, {Float(2), 2}, {NewStr("abc"), -4594863902769663758}, {NewStr(""), 0},
		{NewStr("é"), 6047309291227476195}, {NewTuple(Int(1), Int(2), Int(3)).Ref(), 529344067295497451}, {None, 4238894112}, {True, 1},
	}
	for _, c := range cases {
		if got, err := Hash(th, c.v); err != nil || got != c.want {
			r, _ := Repr(th, c.v)
			t.Errorf("hash(%s) = %d, %v, want %d", r, got, err, c.want)
		}
	}
}

func TestDictKeepsOrderThroughDeletions(t *testing.T) {
	th := NewThread()
	d := NewDict()
	for i := range int64(100) {
		if err := d.Set(th, Int(i), Int(i*i)); err != nil {
			t.Fatal(err)
		}
	}
	for i := int64(0); i < 100; i += 2 {
		if ok, err := d.Delete(th, Int(i)); !ok || err != nil {
			t.Fatalf("Delete(%d) = %v, %v", i, ok, err)
		}
	}
	d.Put("name", None)
	keys := d.Keys()
	if len(keys) != 51 || d.Len() != 51 {
		t.Fatalf("%d keys, Len %d, want 51", len(keys), d.Len())
	}
	for i, k := range keys[:50] {
		if k != Int(int64(2*i+1)) {
			t.Errorf("key %d is %v", i, k)
		}
	}
	for i := range int64(100) {
		v, ok, err := d.Get(th, Int(i))
		if err != nil || ok != (i%2 == 1) || ok && v != Int(i*i) {
			t.Errorf("Get(%d) = %v, %v, %v", i, v, ok, err)
		}
	}
}

// An int, a float and a bool that are equal are one key; the first key stays, the last value wins.
func TestDictEqualKeys(t *testing.T) {
	th := NewThread()
	d := NewDict()
	for i, k := range []Value{Int(1), Float(1), True} {
		d.Set(th, k, Int(int64(i)))
	}
	if k, v, _, _ := d.Next(0); d.Len() != 1 || k != Int(1) || v != Int(2) {
		t.Errorf("dict has %d entries, first %v: %v", d.Len(), k, v)
	}
}

func TestDictVersions(t *testing.T) {
	d := NewDict()
	d.Put("a", Int(1))
	keys, version := d.KeysVersion(), d.Version()
	d.Put("a", Int(2))
	if d.KeysVersion() != keys || d.Version() == version {
		t.Error("replacing a value must change Version and keep KeysVersion")
	}
	d.Put("b", Int(2))
	if d.KeysVersion() == keys {
		t.Error("a new key must change KeysVersion")
	}
}

func TestIntegerArithmetic(t *testing.T) {
	th := NewThread()
	big := func(v Value, err error) Value { return v }
	huge := big(BinaryOp(th, OpPow, Int(2), Int(100)))
	cases := []struct {
		op   Op
		a, b Value
		want string
	}{
		{OpAdd, Int(math.MaxInt64), Int(1), "9223372036854775808"}, {OpSub, Int(math.MinInt64), Int(1), "-9223372036854775809"},
		{OpMul, Int(math.MinInt64), Int(-1), "9223372036854775808"}, {OpFloorDiv, Int(-7), Int(2), "-4"}, {OpMod, Int(-7), Int(3), "2"},
		{OpFloorDiv, Int(math.MinInt64), Int(-1), "9223372036854775808"}, {OpMod, Float(-7.5), Int(2), "0.5"},
		{OpSub, huge, huge, "0"}, {OpTrueDiv, huge, huge, "1.0"}, {OpPow, Int(2), Int(-1), "0.5"}, {OpLshift, Int(1), Int(70), "1180591620717411303424"},
		{OpAnd, huge, Int(-1), "1267650600228229401496703205376"}, {OpAdd, True, True, "2"}, {OpOr, True, False, "True"},
	}
	for _, c := range cases {
		v, err := BinaryOp(th, c.op, c.a, c.b)
		if err != nil {
			t.Errorf("%v: %v", c, err)
			continue
		}
		if got, _ := Repr(th, v); got != c.want {
			a, _ := Repr(th, c.a)
			b, _ := Repr(th, c.b)
			t.Errorf("%s %s %s = %s, want %s", a, c.op, b, got, c.want)
		}
	}
}

func TestArgs(t *testing.T) {
	x, y := Int(1), Int(2)
	names := []string{"a", "/", "b", "|", "c", "*", "d"}
	got, err := Args("f", []Value{x, y, x}, []Value{StrValue("d")}, names...)
	if err != nil || got[0] != x || got[1] != y || !got[2].IsNull() || got[3] != x {
		t.Errorf("got %v, %v", got, err)
	}
	for _, c := range []struct {
		args, kw []Value
		want     string
	}{
		{[]Value{x}, nil, "f() missing required argument 'b' (pos 2)"},
		{[]Value{x, y, x, y}, nil, "f() takes at most 3 positional arguments (4 given)"},
		{[]Value{x, y, y}, []Value{StrValue("z")}, "f() got an unexpected keyword argument 'z'"},
		{[]Value{x, y, y}, []Value{StrValue("b")}, "argument for f() given by name ('b') and position (2)"},
	} {
		if _, err := Args("f", c.args, c.kw, names...); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func FuzzFormatSpec(f *testing.F) {
	th := NewThread()
	for _, s := range []string{"", "05d", ",.2f", "*^10", "#x", "+,", "z.3g", "é<8", "1000000000000d", "4444144444.544444444444400"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		for _, v := range []Value{Int(-12345), Float(1234.5), NewStr("text")} {
			if p, err := ParseFormatSpec(th, spec, v.Type().Name); err == nil && (p.Width > 1000 || p.Precision > 300) {
				continue // gigabytes of text are no mistake
			}
			Format(th, v, spec)
		}
	})
}

var largeNumber = regexp.MustCompile(`[0-9]{5}`)

func FuzzPercentFormat(f *testing.F) {
	th := NewThread()
	for _, s := range []string{"%d", "%5.2f|%-5s|%05d", "%(a)s", "%%", "%*d", "%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, format string) {
		if len(format) > 40 || largeNumber.MatchString(format) { // a width of gigabytes is no mistake
			return
		}
		PercentFormat(th, format, NewTuple(Int(3), Float(2.5), NewStr("s")).Ref())
	})
}
