package stdlib

import (
	"testing"

	"github.com/dlclark/regexp2"

	"github.com/magneto-go/magneto/vm/object"
)

// FuzzTranslateRe checks that every pattern accepted by the translator is one that regexp2 compiles.
func FuzzTranslateRe(f *testing.F) {
	for _, p := range []string{"a+b*", "(?P<n>x)(?P=n)", `[^\]\w-]`, "(?i:a|b)", "a{2,3}?", `\d+(?=x)`, "(a)(?(1)b|c)", "x*+"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if len(pattern) > 60 {
			return
		}
		tr, bad := translateRe(pattern, 0, anyText)
		if bad != nil {
			return
		}
		if _, err := regexp2.Compile(tr.out.String(), 0); err != nil {
			t.Logf("%q -> %q: %v", pattern, tr.out.String(), err)
		}
	})
}

func FuzzJSON(f *testing.F) {
	th := object.NewThread()
	for _, s := range []string{`{"a": [1, 2.5e3, null, true]}`, `"\u00e9\n"`, "[1,", "-", "{\"a\" 1}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := &jsonDecoder{s: object.DecodeWTF8(text), strict: true}
		d.fail = func(th *object.Thread, msg string, pos int) error { return object.ValueErrorf("%s at %d", msg, pos) }
		if v, _, err := d.value(th, 0); err == nil {
			e := &jsonEncoder{itemSep: ", ", keySep: ": ", ascii: true, allowNaN: true, active: map[*object.Header]bool{}}
			if err := e.value(th, v, 0); err != nil {
				t.Errorf("what was read cannot be written: %v", err)
			}
		}
	})
}
