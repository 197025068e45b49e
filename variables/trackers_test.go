package variables

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// derived makes a class of the program that derives from a built-in one, and an instance of it.
func derived(t *testing.T, base *object.Type, args ...object.Value) object.Value {
	t.Helper()
	th := object.NewThread()
	class, err := object.Call(th, object.TypeType.Ref(), object.NewStr("C"), object.NewTuple(base.Ref()).Ref(), object.NewDict().Ref())
	if err != nil {
		t.Fatal(err)
	}
	v, err := object.Call(th, class, args...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPlainNumber(t *testing.T) {
	whole, real, text := derived(t, object.IntType, object.Int(3)), derived(t, object.FloatType, object.Float(2.5)), derived(t, object.StrType, object.NewStr("s"))
	for _, c := range []struct {
		x    Tracker
		want string
	}{
		{NewConstant(object.Int(3)), "same"}, {&Container{V: whole}, "int 3"}, {&Constant{V: real}, "float 2.5"}, {&Container{V: text}, "same"}, {&SymInt{}, "same"}, {None(), "same"},
	} {
		got := "same"
		if p := plainNumber(c.x); p != c.x {
			v := p.(*Constant).V
			got = v.Type().Name + " " + guards.ReprOf(object.NewThread(), v)
		}
		if got != c.want {
			t.Errorf("%T: %s, want %s", c.x, got, c.want)
		}
	}
}

func TestNumbersAsExpressions(t *testing.T) {
	s := symbolic.NewSymbol("s0")
	for _, c := range []struct {
		x           Tracker
		whole, real string
	}{
		{NewConstant(object.Int(3)), "3", "3.0"}, {NewConstant(object.True), "1", "1.0"}, {NewConstant(object.Float(0.5)), "", "0.5"},
		{&SymInt{Expr: symbolic.FromExpr(s)}, "s0", "ToFloat(s0)"}, {NewConstant(object.NewStr("s")), "", ""}, {&SymFloat{}, "", ""},
	} {
		whole, real := "", ""
		if n, ok := symbolicOf(c.x); ok {
			whole = n.String()
		}
		if e := realOf(c.x); e != nil {
			real = symbolic.FromExpr(e).String()
		}
		if whole != c.whole || real != c.real {
			t.Errorf("%T: %q and %q, want %q and %q", c.x, whole, real, c.whole, c.real)
		}
	}
}

// TestHeldAttributes stores and deletes attributes of one object, as a text tells: a name alone is deleted.
func TestHeldAttributes(t *testing.T) {
	for text, want := range map[string]string{
		"":                "",
		"a=1 b=2":         "a:1 b:2",
		"b=2 a=1 b=3":     "b:3 a:1", // the order of the first stores
		"a=1 a":           "a:deleted",
		"a a=4 c b=1 c=2": "a:4 c:2 b:1",
	} {
		var held Attrs
		for _, store := range strings.Fields(text) {
			name, value, stored := strings.Cut(store, "=")
			if stored {
				held.hold(name, NewConstant(object.NewStr(value)))
			} else {
				held.hold(name, nil)
			}
		}
		var got []string
		for _, name := range held.Names() {
			value := "deleted"
			if v, _ := held.Pending(name); v != nil {
				value, _ = object.Text(v.(*Constant).V)
			}
			got = append(got, name+":"+value)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
		if _, known := held.Pending("zz"); known {
			t.Errorf("%q: an attribute that nothing has stored is pending", text)
		}
	}
}

func TestMergedKeywords(t *testing.T) {
	list := func(text string) (out []KW) {
		for _, f := range strings.Fields(text) {
			name, value, _ := strings.Cut(f, "=")
			out = append(out, KW{Name: name, Value: NewConstant(object.NewStr(value))})
		}
		return out
	}
	for _, c := range [][3]string{{"", "", ""}, {"a=1", "", "a=1"}, {"", "b=2", "b=2"}, {"a=1 b=2", "b=3 c=4", "a=1 b=3 c=4"}, {"a=1", "a=2 a=3", "a=3"}} {
		first := list(c[0])
		before := slices.Clone(first)
		var got []string
		for _, kw := range mergeKwargs(first, list(c[1])) {
			value, _ := object.Text(kw.Value.(*Constant).V)
			got = append(got, kw.Name+"="+value)
		}
		if s := strings.Join(got, " "); s != c[2] {
			t.Errorf("%q and %q: %q, want %q", c[0], c[1], s, c[2])
		}
		if fmt.Sprint(first) != fmt.Sprint(before) {
			t.Errorf("%q and %q: the first list was changed", c[0], c[1])
		}
	}
}

// TestSnapshots compares what containers hold with what they held before a change, by identity.
func TestSnapshots(t *testing.T) {
	th := object.NewThread()
	item := object.NewStr("item")
	list, dict, set := object.NewList(item), object.NewDict(), object.NewSet()
	for _, c := range []struct {
		name   string
		v      object.Value
		change func() error
	}{
		{"list", list.Ref(), func() error { list.Items = append(list.Items, item); return nil }},
		{"dict", dict.Ref(), func() error { return dict.Set(th, item, item) }},
		{"set", set.Ref(), func() error { _, err := set.Add(th, item); return err }},
	} {
		before := contents(th, c.v)
		if !before.equal(contents(th, c.v)) {
			t.Errorf("%s: unchanged, and differs", c.name)
		}
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		if before.equal(contents(th, c.v)) {
			t.Errorf("%s: changed, and does not differ", c.name)
		}
	}
}
