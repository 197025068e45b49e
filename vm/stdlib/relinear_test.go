package stdlib

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/vm/object"
)

var linearPatterns = flag.Int("linear.n", 3000, "random patterns for TestLinearAgrees")

// TestLinearAgrees compares the two engines of regular expressions on random patterns and texts.
func TestLinearAgrees(t *testing.T) {
	th := object.NewThread()
	r := rand.New(rand.NewPCG(1, 2))
	one := func(choices ...string) string { return choices[r.IntN(len(choices))] }
	var pattern func(depth int) string
	pattern = func(depth int) string {
		var b strings.Builder
		for range 1 + r.IntN(3) {
			switch n := r.IntN(10); {
			case n < 2 && depth > 0:
				b.WriteString(one("(", "(?:", "(") + pattern(depth-1) + ")" + one("", "", "*", "+", "?", "{1,2}", "*?"))
			case n < 3 && depth > 0:
				b.WriteString("(?:" + pattern(depth-1) + "|" + pattern(depth-1) + ")")
			case n < 4:
				b.WriteString(one(`\b`, "^", "$", `\B`, `\Z`, `\A`))
			default:
				b.WriteString(one("a", "b", "A", ".", "[ab]", "[^a]", `\w`, `\W`, `\s`, `\d`, "_", "[a-c1]", `\n`, " ", `[\w-]`, `[^\s]`) +
					one("", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??"))
			}
		}
		return b.String()
	}
	tried := 0
	for range *linearPatterns {
		source := pattern(2)
		flags := []int{0, 0, reIgnoreCase, reMultiline, reDotAll, reASCII}[r.IntN(6)]
		p, err := compileRe(th, object.NewStr(source), flags)
		if err != nil {
			continue
		}
		slow := *p
		slow.linear = linear{made: true}
		for range 4 {
			var text strings.Builder
			for range r.IntN(9) {
				text.WriteString(one("a", "b", "A", "B", "c", "1", "_", " ", "\n", "-", "\x1d"))
			}
			subject := object.NewStr(text.String())
			if l, _ := p.linearFor(subject); l != nil {
				tried++
			}
			for _, mode := range []reMode{reSearch, reMatch, reFull} {
				got, want := spansOf(t, th, p, subject, mode), spansOf(t, th, &slow, subject, mode)
				if got != want {
					t.Fatalf("%q (flags %d) in %q, mode %d: %s, want %s", source, flags, text.String(), mode, got, want)
				}
			}
			if got, want := allSpans(t, th, p, subject), allSpans(t, th, &slow, subject); got != want {
				t.Fatalf("%q (flags %d) all over %q: %s, want %s", source, flags, text.String(), got, want)
			}
		}
	}
	if tried < *linearPatterns {
		t.Errorf("only %d texts were searched by the linear engine", tried)
	}
}

func spansOf(t *testing.T, th *object.Thread, p *pattern, subject Value, mode reMode) string {
	runes, err := p.runesOf(th, subject)
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.find(subject, runes, 0, len(runes), mode)
	if err != nil || m == nil {
		return fmt.Sprint(err)
	}
	return fmt.Sprint(m.spans)
}

func allSpans(t *testing.T, th *object.Thread, p *pattern, subject Value) string {
	runes, err := p.runesOf(th, subject)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.each(subject, runes, 0, len(runes), func(m *match) error { fmt.Fprint(&b, m.spans, m.pos); return nil }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
