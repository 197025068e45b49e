package stdlib

import (
	"fmt"
	"strings"

	"github.com/dlclark/regexp2"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// pattern is a compiled regular expression.
type pattern struct {
	object.Header
	src    Value
	bytes  bool
	flags  int
	groups int
	names  map[string]int
	order  []string
	opts   regexp2.RegexOptions
	wide   program // for any text
	narrow program // for texts that are all ASCII, made when there is one
	linear linear
}

// program is a pattern as regexp2 runs it, in the forms that have been needed.
type program struct {
	text    string
	search  *regexp2.Regexp
	match   *regexp2.Regexp // anchored at the start position
	full    *regexp2.Regexp // anchored at both ends
	advance *regexp2.Regexp // searched for behind an empty match
}

// match is a match object: character positions of each group in the subject, -1 for groups that took no part.
type match struct {
	object.Header
	p        *pattern
	subject  Value
	runes    []rune
	spans    [][2]int
	pos, end int
}

var (
	layoutPattern, layoutMatch = object.NewLayout(), object.NewLayout()
	patternType, matchType     *object.Type
	patternError               *object.Type
)

// reKey is what a compiled pattern is found by.
type reKey struct {
	text  string
	bytes bool
	flags int
}

const reCacheLimit = 512

func patV(v Value) *pattern { p, _ := object.As[pattern](v, layoutPattern); return p }
func matV(v Value) *match   { m, _ := object.As[match](v, layoutMatch); return m }

// compileRe compiles, or finds in the cache.
func compileRe(th *object.Thread, src Value, flags int) (*pattern, error) {
	if p := patV(src); p != nil {
		if flags != 0 {
			return nil, object.ValueErrorf("cannot process flags argument with a compiled pattern")
		}
		return p, nil
	}
	text, ok := object.Text(src)
	isBytes := false
	if !ok {
		b, err := object.BytesOf(src)
		if err != nil {
			return nil, object.TypeErrorf("first argument must be string or compiled pattern")
		}
		isBytes = true
		text, _ = object.Decode(th, b, "latin-1", "strict")
		flags |= reASCII
	}
	key := reKey{text, isBytes, flags}
	cache := stateOf.Of(th).patterns
	if p, ok := cache[key]; ok {
		return p, nil
	}
	t, bad := translateRe(text, flags, anyText)
	if bad != nil {
		return nil, reFailure(th, bad, src, text)
	}
	p := &pattern{Header: object.NewHeader(patternType), src: src, bytes: isBytes, flags: t.flags, groups: t.groups, names: t.names, order: t.order, wide: program{text: t.out.String()}}
	if t.flags&reIgnoreCase != 0 {
		p.opts |= regexp2.IgnoreCase
	}
	if t.flags&reMultiline != 0 {
		p.opts |= regexp2.Multiline
	}
	if t.flags&reASCII == 0 && !isBytes {
		p.flags |= reUnicode
	}
	var err error
	if p.wide.search, err = regexp2.Compile(p.wide.text, p.opts); err != nil {
		return nil, reFailure(th, &reError{err.Error(), 0}, src, text)
	}
	if len(cache) >= reCacheLimit {
		clear(cache)
	}
	cache[key] = p
	return p, nil
}

func reFailure(th *object.Thread, e *reError, src Value, text string) error {
	line, col := 1, e.pos+1
	rs := []rune(text)
	for i := 0; i < e.pos && i < len(rs); i++ {
		if rs[i] == '\n' {
			line++
			col = e.pos - i
		}
	}
	msg := fmt.Sprintf("%s at position %d", e.msg, e.pos)
	if strings.Contains(text, "\n") {
		msg += fmt.Sprintf(" (line %d, column %d)", line, col)
	}
	x := object.NewException(patternError, msg)
	x.SetAttr(th, "msg", object.NewStr(e.msg))
	x.SetAttr(th, "pattern", src)
	x.SetAttr(th, "pos", object.Int(int64(e.pos)))
	x.SetAttr(th, "lineno", object.Int(int64(line)))
	x.SetAttr(th, "colno", object.Int(int64(col)))
	return x
}

type reMode int

const (
	reSearch reMode = iota
	reMatch
	reFull
	reAdvance // as reSearch, but not empty at the start
)

// regexp is the program of a mode for a subject.
func (p *pattern) regexp(subject Value, mode reMode) *regexp2.Regexp {
	if s, ok := object.AsStr(subject); ok && p.flags&reUnicode != 0 && s.IsASCII() {
		if p.narrow.text == "" {
			p.narrow.text = p.wide.text
			text, _ := object.Text(p.src)
			if t, bad := translateRe(text, p.flags&^reUnicode, asciiText); bad == nil {
				p.narrow.text = t.out.String()
			}
		}
		return p.narrow.form(mode, p.opts)
	}
	return p.wide.form(mode, p.opts)
}

func (r *program) form(mode reMode, opts regexp2.RegexOptions) *regexp2.Regexp {
	at, before, behind := &r.search, "", ""
	switch mode {
	case reMatch:
		at, before, behind = &r.match, `\G(?:`, `)`
	case reFull:
		at, before, behind = &r.full, `\G(?:`, `)\z`
	case reAdvance:
		at, before, behind = &r.advance, `(?:`, `)(?!\G)`
	}
	if *at == nil {
		*at = regexp2.MustCompile(before+r.text+behind, opts)
	}
	return *at
}

// maxLastSubject bounds the characters that are kept, 4 bytes each.
const maxLastSubject = 1 << 24

// runesOf is the subject as characters; bytes count as Latin-1.
func (p *pattern) runesOf(th *object.Thread, v Value) ([]rune, error) {
	if s, ok := object.AsStr(v); ok {
		if p.bytes {
			return nil, object.TypeErrorf("cannot use a bytes pattern on a string-like object")
		}
		last := &stateOf.Of(th).lastSubject
		if last.s == s {
			return last.runes, nil
		}
		runes := object.DecodeWTF8(s.S)
		if len(runes) <= maxLastSubject {
			last.s, last.runes = s, runes
		}
		return runes, nil
	}
	b, err := object.BytesOf(v)
	if err != nil {
		return nil, object.TypeErrorf("expected string or bytes-like object, got '%s'", v.Type().Name)
	}
	if !p.bytes {
		return nil, object.TypeErrorf("cannot use a string pattern on a bytes-like object")
	}
	rs := make([]rune, len(b))
	for i, c := range b {
		rs[i] = rune(c)
	}
	return rs, nil
}

// cut is the part of the subject, whose characters are runes, from i to j.
func (p *pattern) cut(subject Value, runes []rune, i, j int) Value {
	if s, ok := object.AsStr(subject); ok && s.IsASCII() {
		return object.NewStr(s.S[i:j])
	}
	return p.wrap(runes[i:j])
}

func (p *pattern) wrap(rs []rune) Value {
	if !p.bytes {
		return object.NewStr(object.EncodeWTF8(rs))
	}
	b := make([]byte, len(rs))
	for i, r := range rs {
		b[i] = byte(r)
	}
	return object.NewBytes(b)
}

// find looks for a match from start on in runes[:end].
func (p *pattern) find(subject Value, runes []rune, start, end int, mode reMode) (*match, error) {
	if start > end {
		return nil, nil
	}
	if start == 0 && end == len(runes) && mode != reAdvance {
		if l, text := p.linearFor(subject); l != nil {
			places := l.find(text, mode)
			if places == nil {
				return nil, nil
			}
			return p.matchAt(subject, runes, end, places), nil
		}
	}
	re := p.regexp(subject, mode)
	found, err := re.FindRunesMatchStartingAt(runes[:end], start)
	if err != nil {
		return nil, object.RuntimeErrorf("regular expression: %v", err)
	}
	if found == nil {
		return nil, nil
	}
	m := &match{Header: object.NewHeader(matchType), p: p, subject: subject, runes: runes, end: end}
	m.spans = make([][2]int, p.groups+1)
	m.spans[0] = [2]int{found.Index, found.Index + found.Length}
	for i := 1; i <= p.groups; i++ {
		m.spans[i] = [2]int{-1, -1}
		if g := found.GroupByNumber(i); g != nil && len(g.Captures) > 0 {
			c := g.Captures[len(g.Captures)-1]
			m.spans[i] = [2]int{c.Index, c.Index + c.Length}
		}
	}
	return m, nil
}

// each calls f for the successive matches that do not overlap.
func (p *pattern) each(subject Value, runes []rune, start, end int, f func(m *match) error) error {
	next := p.matches(subject, runes, start, end)
	for {
		m, err := next()
		if err != nil || m == nil {
			return err
		}
		if err := f(m); err != nil {
			return err
		}
	}
}

// matches gives the successive matches that do not overlap, at the end nil. Behind an empty match the next one may begin at
// the same place, if it is not empty there.
func (p *pattern) matches(subject Value, runes []rune, start, end int) func() (*match, error) {
	if start == 0 && end == len(runes) {
		if l, text := p.linearFor(subject); l != nil && l.nonEmpty {
			all, last := l.search.FindAllStringSubmatchIndex(text, -1), 0
			return func() (*match, error) {
				if len(all) == 0 {
					return nil, nil
				}
				m := p.matchAt(subject, runes, end, all[0])
				m.pos, last, all = last, all[0][1], all[1:]
				return m, nil
			}
		}
	}
	mode := reSearch
	return func() (*match, error) {
		m, err := p.find(subject, runes, start, end, mode)
		if err != nil || m == nil {
			start = end + 1
			return nil, err
		}
		m.pos = start
		start, mode = m.spans[0][1], reSearch
		if m.spans[0][0] == start {
			mode = reAdvance
		}
		return m, nil
	}
}

func (m *match) group(i int) Value {
	s := m.spans[i]
	if s[0] < 0 {
		return object.None
	}
	return m.p.cut(m.subject, m.runes, s[0], s[1])
}

func (m *match) index(th *object.Thread, v Value) (int, error) {
	if v.IsInt() || v.Type().Index != nil {
		n, err := object.Index(th, v)
		if err != nil {
			return 0, err
		}
		if i, ok := n.AsInt(); ok && i >= 0 && int(i) < len(m.spans) {
			return int(i), nil
		}
	} else if s, ok := object.Text(v); ok {
		if i, ok := m.p.names[s]; ok {
			return i, nil
		}
	}
	return 0, object.IndexErrorf("no such group")
}

func (p *pattern) sub(th *object.Thread, repl, subject Value, count int) (Value, int, error) {
	runes, err := p.runesOf(th, subject)
	if err != nil {
		return object.Null, 0, err
	}
	var template []templatePart
	call := object.IsCallable(repl)
	if !call {
		if template, err = p.template(th, repl); err != nil {
			return object.Null, 0, err
		}
	}
	var out []rune
	last, n := 0, 0
	stop := fmt.Errorf("enough")
	err = p.each(subject, runes, 0, len(runes), func(m *match) error {
		out = append(out, runes[last:m.spans[0][0]]...)
		last = m.spans[0][1]
		if call {
			r, err := object.Call(th, repl, m.Ref())
			if err != nil {
				return err
			}
			rs, err := p.runesOf(th, r)
			if err != nil {
				return err
			}
			out = append(out, rs...)
		} else {
			out = m.expand(out, template)
		}
		n++
		if count > 0 && n >= count {
			return stop
		}
		return nil
	})
	if err != nil && err != stop {
		return object.Null, 0, err
	}
	out = append(out, runes[last:]...)
	return p.wrap(out), n, nil
}

func (p *pattern) split(th *object.Thread, subject Value, limit int) (Value, error) {
	runes, err := p.runesOf(th, subject)
	if err != nil {
		return object.Null, err
	}
	l := object.NewList()
	last, n := 0, 0
	stop := fmt.Errorf("enough")
	err = p.each(subject, runes, 0, len(runes), func(m *match) error {
		if limit > 0 && n >= limit {
			return stop
		}
		l.Items = append(l.Items, p.cut(subject, runes, last, m.spans[0][0]))
		for i := 1; i < len(m.spans); i++ {
			l.Items = append(l.Items, m.group(i))
		}
		last = m.spans[0][1]
		n++
		return nil
	})
	if err != nil && err != stop {
		return object.Null, err
	}
	l.Items = append(l.Items, p.cut(subject, runes, last, len(runes)))
	return l.Ref(), nil
}

// bounds reads the pos and endpos arguments.
func bounds(th *object.Thread, a []Value, n int) (start, end int, err error) {
	end = n
	if !a[0].IsNull() {
		if start, err = object.ToInt(th, a[0]); err != nil {
			return
		}
		start = min(max(start, 0), n)
	}
	if !a[1].IsNull() {
		if end, err = object.ToInt(th, a[1]); err != nil {
			return
		}
		end = min(max(end, 0), n)
	}
	return
}

func findMethod(name string, mode reMode) object.Method {
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args(name, args, kw, "self", "/", "string", "|", "pos", "endpos")
		if err != nil {
			return object.Null, err
		}
		p := patV(a[0])
		runes, err := p.runesOf(th, a[1])
		if err != nil {
			return object.Null, err
		}
		start, end, err := bounds(th, a[2:], len(runes))
		if err != nil {
			return object.Null, err
		}
		m, err := p.find(a[1], runes, start, end, mode)
		if err != nil || m == nil {
			return object.None, err
		}
		m.pos = start
		return m.Ref(), nil
	}}
}

// last is the group that closed last: among those ending furthest, the outermost.
func (m *match) last() int {
	best := 0
	for i := 1; i < len(m.spans); i++ {
		if s := m.spans[i]; s[0] >= 0 && (best == 0 || s[1] > m.spans[best][1]) {
			best = i
		}
	}
	return best
}

var reFlagNames = []struct {
	name, short string
	bit         int
}{
	{"ASCII", "A", reASCII}, {"IGNORECASE", "I", reIgnoreCase}, {"LOCALE", "L", reLocale}, {"UNICODE", "U", reUnicode},
	{"MULTILINE", "M", reMultiline}, {"DOTALL", "S", reDotAll}, {"VERBOSE", "X", reVerbose},
}

func init() {
	interp.RegisterNative("re", func(th *object.Thread) *object.Module {
		m := object.NewModule("re")
		if patternError == nil {
			patternError = object.NewType("PatternError", "re", object.ExceptionType, object.Spec{})
		}
		if patternType == nil {
			patternType = object.NewExtensionType("Pattern", "re", nil, patternSpec(object.NewIterType("callable_iterator", "builtins")))
		}
		if matchType == nil {
			matchType = object.NewExtensionType("Match", "re", nil, matchSpec())
		}
		m.Set("error", patternError.Ref())
		m.SetType(patternError)
		m.SetType(patternType)
		m.SetType(matchType)
		for _, f := range reFlagNames {
			m.Set(f.name, object.Int(int64(f.bit)))
			m.Set(f.short, object.Int(int64(f.bit)))
		}
		m.SetType(newScannerType())
		m.Set("NOFLAG", object.Int(0))
		m.Set("RegexFlag", object.IntType.Ref())
		flagsOf := func(th *object.Thread, v Value) (int, error) {
			if v.IsNull() {
				return 0, nil
			}
			return object.ToInt(th, v)
		}
		// forward makes the module function of a pattern method; rest names its parameters behind the pattern.
		forward := func(name string, rest ...string) {
			m.SetFunc(name, func(th *object.Thread, args, kw []Value) (Value, error) {
				params := append([]string{"pattern"}, rest...)
				a, err := object.Args(name, args, kw, append(params, "flags")...)
				if err != nil {
					return object.Null, err
				}
				fl, err := flagsOf(th, a[len(a)-1])
				if err != nil {
					return object.Null, err
				}
				p, err := compileRe(th, a[0], fl)
				if err != nil {
					return object.Null, err
				}
				call := []Value{}
				for _, x := range a[1 : len(a)-1] {
					if !x.IsNull() {
						call = append(call, x)
					}
				}
				return object.CallMethod(th, p.Ref(), name, call...)
			})
		}
		for _, n := range []string{"search", "match", "fullmatch", "findall", "finditer"} {
			forward(n, "string", "|")
		}
		forward("split", "string", "|", "maxsplit")
		forward("sub", "repl", "string", "|", "count")
		forward("subn", "repl", "string", "|", "count")
		m.SetFunc("compile", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("compile", args, kw, "pattern", "|", "flags")
			if err != nil {
				return object.Null, err
			}
			fl, err := flagsOf(th, a[1])
			if err != nil {
				return object.Null, err
			}
			p, err := compileRe(th, a[0], fl)
			if err != nil {
				return object.Null, err
			}
			return p.Ref(), nil
		})
		m.SetFunc("escape", required("escape", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			special := func(r rune) bool { return strings.ContainsRune("()[]{}?*+-|^$\\.&~# \t\n\r\v\f", r) }
			if s, ok := object.Text(args[0]); ok {
				var b strings.Builder
				for _, r := range s {
					if special(r) {
						b.WriteByte('\\')
					}
					b.WriteRune(r)
				}
				return object.NewStr(b.String()), nil
			}
			src, err := object.BytesOf(args[0])
			if err != nil {
				return object.Null, err
			}
			var out []byte
			for _, c := range src {
				if special(rune(c)) {
					out = append(out, '\\')
				}
				out = append(out, c)
			}
			return object.NewBytes(out), nil
		}))
		m.SetFunc("purge", func(th *object.Thread, args, kw []Value) (Value, error) {
			clear(stateOf.Of(th).patterns)
			return object.None, nil
		})
		return m
	})
}
