package ir

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Schema is the signature of an operator, a function or a method.
type Schema struct {
	// Name is that of a function, or namespace and name of an operator: "aten::add".
	Name, Overload string
	Args           []Argument
	Returns        []Argument
	// VarArgs and VarReturns stand for "...".
	VarArgs, VarReturns bool
	// Text is the declaration of an operator, which tells more of numbers than the types do.
	Text string
}

// Argument is a parameter or a result.
type Argument struct {
	Name    string
	Type    *Type
	Default Constant
	HasDef  bool
	KwOnly  bool
	// Size is the fixed length of a list for which one number stands too ("int[2]"), 0 without.
	Size int
	// Alias is the alias annotation without brackets: "a", "a!", "" without.
	Alias string
	// Spelled is the name of the type, or of a list's elements, where it says more than the type: "ScalarType", "SymInt".
	Spelled string
}

// Same says whether two schemas declare the same: names of types that values do not tell apart are one.
func (s *Schema) Same(other *Schema) bool { return s.Key() == other.Key() }

// Key is the same text for schemas that declare the same.
func (s *Schema) Key() string {
	out := *s
	out.Text = ""
	out.Args, out.Returns = slices.Clone(s.Args), slices.Clone(s.Returns)
	for _, list := range [][]Argument{out.Args, out.Returns} {
		for i := range list {
			list[i].Spelled = ""
		}
	}
	return out.String()
}

// Writes says whether the operator writes to the argument.
func (a *Argument) Writes() bool { return strings.Contains(a.Alias, "!") }

// Mutates says whether the operator writes to an argument.
func (s *Schema) Mutates() bool {
	for i := range s.Args {
		if s.Args[i].Writes() {
			return true
		}
	}
	return false
}

// Find is the index of an argument, -1 without one.
func (s *Schema) Find(name string) int {
	return slices.IndexFunc(s.Args, func(a Argument) bool { return a.Name == name })
}

// FullName is the name with its overload.
func (s *Schema) FullName() string {
	if s.Overload == "" {
		return s.Name
	}
	return s.Name + "." + s.Overload
}

// ReturnType is the type of a call: nothing is None, several results are a tuple.
func (s *Schema) ReturnType() *Type {
	switch len(s.Returns) {
	case 0:
		return None
	case 1:
		return s.Returns[0].Type
	}
	elem := make([]*Type, len(s.Returns))
	for i := range elem {
		elem[i] = s.Returns[i].Type
	}
	return TupleOf(elem...)
}

// String is the text form.
func (s *Schema) String() string {
	if s.Text != "" {
		return s.Text
	}
	var b strings.Builder
	b.WriteString(s.FullName())
	b.WriteByte('(')
	star := false
	for i := range s.Args {
		a := &s.Args[i]
		if i > 0 {
			b.WriteString(", ")
		}
		if a.KwOnly && !star {
			star = true
			b.WriteString("*, ")
		}
		b.WriteString(a.String())
	}
	if s.VarArgs {
		if len(s.Args) > 0 {
			b.WriteString(", ")
		}
		b.WriteString("...")
	}
	b.WriteString(") -> ")
	wrap := len(s.Returns) != 1 || s.VarReturns
	if len(s.Returns) == 1 && !s.VarReturns { // a single tuple keeps brackets of its own around it
		t := s.Returns[0].Type
		wrap = t.Kind == TupleKind && t.Name == ""
	}
	if s.VarReturns && len(s.Returns) == 0 {
		b.WriteString("...")
		return b.String()
	}
	if wrap {
		b.WriteByte('(')
	}
	for i := range s.Returns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.Returns[i].String())
	}
	if s.VarReturns {
		b.WriteString(", ...")
	}
	if wrap {
		b.WriteByte(')')
	}
	return b.String()
}

// realTypes are the types behind Argument.Spelled.
var realTypes = map[string]*Type{"SymInt": SymInt, "SymBool": SymBool, "ScalarType": ScalarType, "Layout": Layout, "MemoryFormat": MemoryFormat}

// RealType is the type as the declaration spells it.
func (a *Argument) RealType() *Type {
	real, ok := realTypes[a.Spelled]
	if !ok {
		return a.Type
	}
	var in func(t *Type) *Type
	in = func(t *Type) *Type {
		switch t.Kind {
		case ListKind:
			return ListOf(in(t.Elem[0]))
		case OptionalKind:
			return OptionalOf(in(t.Elem[0]))
		}
		return real
	}
	return in(a.Type)
}

// String is one argument: "int[2] size=[1, 1]".
func (a *Argument) String() string {
	t := a.Type
	optional := t.Kind == OptionalKind
	if optional {
		t = t.Elem[0]
	}
	text := ""
	if t.Kind == ListKind {
		text = t.Elem[0].SchemaText()
		if a.Spelled != "" {
			text = a.Spelled + strings.Repeat("?", strings.Count(text, "?"))
		}
		if a.Alias != "" {
			text += "(" + a.Alias + ")"
		}
		text += "["
		if a.Size > 0 {
			text += strconv.Itoa(a.Size)
		}
		text += "]"
	} else {
		text = t.SchemaText()
		if a.Spelled != "" {
			text = a.Spelled
		}
		if a.Alias != "" {
			text += "(" + a.Alias + ")"
		}
	}
	if optional {
		text += "?"
	}
	if a.Name != "" {
		text += " " + a.Name
	}
	if a.HasDef {
		text += "=" + a.defaultText()
	}
	return text
}

// defaultText is a default as schemas have it: members of enumerations show their class without its module, and equal numbers of a list of fixed
// length are one.
func (a *Argument) defaultText() string {
	switch v := a.Default.V.(type) {
	case EnumConst:
		return "Enum<" + v.Type.Name[strings.LastIndexByte(v.Type.Name, '.')+1:] + "." + v.Name + ">"
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e21 {
			return strconv.FormatFloat(v, 'f', -1, 64) + "."
		}
	case []Constant:
		if a.Size > 0 && a.Spelled == "" && len(v) == a.Size && a.Type.Kind == ListKind && a.Type.Elem[0] == Int && !slices.ContainsFunc(v, func(c Constant) bool { return c.V != v[0].V }) {
			return v[0].Text()
		}
	}
	return a.Default.Text()
}
