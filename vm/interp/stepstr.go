package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the steps of f-strings.

func init() {
	steps[bytecode.FORMAT_SIMPLE] = formatSimple
	steps[bytecode.FORMAT_WITH_SPEC] = formatWithSpec
	steps[bytecode.BUILD_STRING] = buildString
}

func formatSimple(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	p := top(sp)
	if p.Type() == object.StrType {
		return in.next(), sp, fp
	}
	save(th, in, sp, fp)
	s, err := object.Format(th, *p, "")
	if err != nil {
		return raised(th, err)
	}
	*p = object.NewStr(s)
	return in.next(), sp, fp
}

func formatWithSpec(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = top(sp)
	p := top(sp)
	spec, _ := object.Text(*sp)
	if r, ok := object.FormatPlain(*p, spec); ok {
		*p = r
		return in.next(), sp, fp
	}
	save(th, in, sp, fp)
	s, err := object.Format(th, *p, spec)
	if err != nil {
		return raised(th, err)
	}
	*p = object.NewStr(s)
	return in.next(), sp, fp
}

func buildString(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	sp = under(sp, int(in.arg))
	var buf [16]*object.Str
	parts := buf[:0]
	for _, v := range slotsAt(sp, int(in.arg)) {
		s, _ := object.AsStr(v)
		parts = append(parts, s)
	}
	*sp = object.Concat(parts...)
	return in.next(), pushed(sp), fp
}
