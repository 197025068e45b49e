package object

import (
	"strings"
)

// This file holds the methods of str that find, cut and replace.

// findRange gives the substring that find, count, ... look at, and its character offset.
func findRange(th *Thread, s *Str, lo, hi Value) (text string, offset int, ok bool, err error) {
	n := s.Len()
	i, j := 0, n
	if !lo.IsNull() && !lo.IsNone() {
		if i, err = clampIndex(th, lo); err != nil {
			return
		}
	}
	if !hi.IsNull() && !hi.IsNone() {
		if j, err = clampIndex(th, hi); err != nil {
			return
		}
	}
	if i < 0 {
		i = max(i+n, 0)
	}
	if j < 0 {
		j = max(j+n, 0)
	}
	j = min(j, n)
	if i > j {
		return "", i, false, nil
	}
	return s.Slice(i, j), i, true, nil
}

// inRange makes the entry of a method that looks for something between two optional positions.
func inRange(fname, param string, f func(th *Thread, s *Str, x, lo, hi Value) (Value, error)) Method {
	return Method{Name: fname,
		OneArg: func(th *Thread, v, x Value) (Value, error) { return f(th, sv(v), x, Null, Null) },
		Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args(fname, args, kw, "self", param, "|", "start", "end", "/")
			if err != nil {
				return Null, err
			}
			return f(th, sv(a[0]), a[1], a[2], a[3])
		}}
}

func strFind(fname string, last bool, missing bool) Method {
	return inRange(fname, "sub", func(th *Thread, s *Str, x, lo, hi Value) (Value, error) {
		sub, ok := AsStr(x)
		if !ok {
			return Null, TypeErrorf("%s() argument 1 must be str, not %s", fname, x.p.typ.Name)
		}
		text, off, ok, err := findRange(th, s, lo, hi)
		if err != nil {
			return Null, err
		}
		at := -1
		if ok {
			if last {
				at = strings.LastIndex(text, sub.S)
			} else {
				at = strings.Index(text, sub.S)
			}
		}
		if at < 0 {
			if missing {
				return Null, ValueErrorf("substring not found")
			}
			return Int(-1), nil
		}
		if !s.IsASCII() {
			at = countRunes(text[:at])
		}
		return Int(int64(at + off)), nil
	})
}

func strCount() Method {
	return inRange("count", "sub", func(th *Thread, s *Str, x, lo, hi Value) (Value, error) {
		sub, ok := AsStr(x)
		if !ok {
			return Null, TypeErrorf("count() argument 1 must be str, not %s", x.p.typ.Name)
		}
		text, _, ok, err := findRange(th, s, lo, hi)
		if err != nil || !ok {
			return Int(0), err
		}
		return Int(int64(strings.Count(text, sub.S))), nil
	})
}

func strAffix(fname string, test func(s, affix string) bool) Method {
	return inRange(fname, "prefix", func(th *Thread, s *Str, x, lo, hi Value) (Value, error) {
		text, _, ok, err := findRange(th, s, lo, hi)
		if err != nil {
			return Null, err
		}
		if s, isStr := AsStr(x); isStr {
			return Bool(ok && test(text, s.S)), nil
		}
		tup, isTuple := AsTuple(x)
		if !isTuple {
			return Null, TypeErrorf("%s first arg must be str or a tuple of str, not %s", fname, x.p.typ.Name)
		}
		for _, x := range tup.Items {
			s, isStr := AsStr(x)
			if !isStr {
				return Null, TypeErrorf("tuple for %s must only contain str, not %s", fname, x.p.typ.Name)
			}
			if ok && test(text, s.S) {
				return True, nil
			}
		}
		return False, nil
	})
}

func strSplit(fname string, right bool) Method {
	split := func(s string, by Value, limit int) (Value, error) {
		var parts []string
		if by.IsNull() || by.IsNone() {
			parts = splitSpace(s, limit, right)
		} else {
			sep, ok := AsStr(by)
			if !ok {
				return Null, TypeErrorf("must be str or None, not %s", by.p.typ.Name)
			}
			if sep.S == "" {
				return Null, ValueErrorf("empty separator")
			}
			switch {
			case limit < 0 && (!right || !overlaps(sep.S)):
				parts = strings.Split(s, sep.S)
			case !right:
				parts = strings.SplitN(s, sep.S, limit+1)
			default:
				for limit != 0 {
					i := strings.LastIndex(s, sep.S)
					if i < 0 {
						break
					}
					parts = append(parts, s[i+len(sep.S):])
					s = s[:i]
					limit--
				}
				parts = append(parts, s)
				for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
					parts[i], parts[j] = parts[j], parts[i]
				}
			}
		}
		return StrList(parts), nil
	}
	return Method{Name: fname,
		NoArgs: func(th *Thread, v Value) (Value, error) { return split(sv(v).S, Null, -1) },
		OneArg: func(th *Thread, v, sep Value) (Value, error) { return split(sv(v).S, sep, -1) },
		Fn: func(th *Thread, args, kw []Value) (Value, error) {
			a, err := Args(fname, args, kw, "self", "/", "|", "sep", "maxsplit")
			if err != nil {
				return Null, err
			}
			limit := -1
			if !a[2].IsNull() {
				if limit, err = ToInt(th, a[2]); err != nil {
					return Null, err
				}
			}
			return split(sv(a[0]).S, a[1], limit)
		}}
}

// overlaps tells whether a separator can overlap itself, so that it matters from where it is looked for.
func overlaps(sep string) bool {
	for i := 1; i < len(sep); i++ {
		if strings.HasPrefix(sep, sep[i:]) {
			return true
		}
	}
	return false
}

// asciiFields is strings.FieldsFunc(s, isSpace) for a text that is all ASCII.
func asciiFields(s string) []string {
	n, inside := 0, false
	for i := 0; i < len(s); i++ {
		space := asciiSpace(s[i])
		if !space && !inside {
			n++
		}
		inside = !space
	}
	fields := make([]string, 0, n)
	for i := 0; len(fields) < n; i++ {
		if asciiSpace(s[i]) {
			continue
		}
		from := i
		for i < len(s) && !asciiSpace(s[i]) {
			i++
		}
		fields = append(fields, s[from:i])
	}
	return fields
}

func asciiSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' || c-0x1c <= 0x1f-0x1c }

func splitSpace(s string, limit int, right bool) []string {
	if limit < 0 {
		if isASCII(s) {
			return asciiFields(s)
		}
		return strings.FieldsFunc(s, isSpace)
	}
	var parts []string
	if right {
		for s = strings.TrimRightFunc(s, isSpace); s != ""; s = strings.TrimRightFunc(s, isSpace) {
			i := strings.LastIndexFunc(s, isSpace)
			if limit == 0 || i < 0 {
				parts = append(parts, strings.TrimLeftFunc(s, func(r rune) bool { return limit != 0 && isSpace(r) }))
				break
			}
			_, n := DecodeRune(s[i:])
			parts = append(parts, s[i+n:])
			s = s[:i]
			limit--
		}
		for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
			parts[i], parts[j] = parts[j], parts[i]
		}
		return parts
	}
	for s = strings.TrimLeftFunc(s, isSpace); s != ""; s = strings.TrimLeftFunc(s, isSpace) {
		i := strings.IndexFunc(s, isSpace)
		if limit == 0 || i < 0 {
			parts = append(parts, s)
			break
		}
		parts = append(parts, s[:i])
		s = s[i:]
		limit--
	}
	return parts
}

// SplitLines splits at every line boundary that Python knows.
func SplitLines(s string, keep bool) []string {
	var out []string
	start := 0
	for i := 0; i < len(s); {
		r, n := DecodeRune(s[i:])
		end := i
		i += n
		switch r {
		case '\r':
			if i < len(s) && s[i] == '\n' {
				i++
			}
		case '\n', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		default:
			continue
		}
		if keep {
			end = i
		}
		out = append(out, s[start:end])
		start = i
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

func strReplace(th *Thread, args, kw []Value) (Value, error) {
	a, err := Args("replace", args, kw, "self", "old", "new", "/", "|", "count")
	if err != nil {
		return Null, err
	}
	for i := 1; i < 3; i++ {
		if _, ok := AsStr(a[i]); !ok {
			return Null, TypeErrorf("replace() argument %d must be str, not %s", i, a[i].p.typ.Name)
		}
	}
	n := -1
	if !a[3].IsNull() {
		if n, err = ToInt(th, a[3]); err != nil {
			return Null, err
		}
	}
	if grow := len(sv(a[2]).S) - len(sv(a[1]).S); grow > 1<<16 {
		times := strings.Count(sv(a[0]).S, sv(a[1]).S)
		if n >= 0 {
			times = min(times, n)
		}
		if err := checkLength(th, times, grow); err != nil {
			return Null, err
		}
	}
	return NewStr(strings.Replace(sv(a[0]).S, sv(a[1]).S, sv(a[2]).S, n)), nil
}

func strPartition(right bool) BinaryFunc {
	return func(th *Thread, v, sep Value) (Value, error) {
		p, ok := AsStr(sep)
		if !ok {
			return Null, TypeErrorf("must be str, not %s", sep.p.typ.Name)
		}
		if p.S == "" {
			return Null, ValueErrorf("empty separator")
		}
		s := sv(v).S
		i := strings.Index(s, p.S)
		if right {
			i = strings.LastIndex(s, p.S)
		}
		if i < 0 {
			if right {
				return NewTuple(NewStr(""), NewStr(""), NewStr(s)).Ref(), nil
			}
			return NewTuple(NewStr(s), NewStr(""), NewStr("")).Ref(), nil
		}
		return NewTuple(NewStr(s[:i]), NewStr(p.S), NewStr(s[i+len(p.S):])).Ref(), nil
	}
}
