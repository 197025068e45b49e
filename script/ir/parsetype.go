package ir

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// ParseSchema reads the text form of a schema. Lower-case names that no type has are type variables.
func ParseSchema(text string) (s *Schema, err error) {
	defer catchParse(&err)
	p := &typeParser{scanner: newScanner(text, false), vars: true}
	s = &Schema{Name: p.ident()}
	if p.accept("::") {
		s.Name += "::" + p.ident()
	}
	if p.accept(".") {
		s.Overload = p.ident()
	}
	if p.tok.kind == tokEOF {
		return nil, &ParseError{Msg: "Tried to parse a function schema but only the operator name was given"}
	}
	if !p.is("(") {
		p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "expected eof but found '%s' here", p.tok.name())
	}
	p.next()
	kwOnly := false
	p.items(&s.VarArgs, func() {
		if p.accept("*") {
			kwOnly = true
			return
		}
		a := p.argument(true)
		a.KwOnly = kwOnly
		s.Args = append(s.Args, a)
	})
	firstDefault := slices.IndexFunc(s.Args, func(a Argument) bool { return a.HasDef })
	if s.VarArgs && firstDefault >= 0 {
		p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "schemas with vararg (...) can't have default value args")
	}
	if !p.accept("->") {
		p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "expected arrow but found '%s' here", p.tok.name())
	}
	switch {
	case p.accept("..."):
		s.VarReturns = true
	case p.accept("("):
		p.items(&s.VarReturns, func() { s.Returns = append(s.Returns, p.argument(false)) })
	default:
		s.Returns = []Argument{p.argument(false)}
	}
	if p.tok.kind != tokEOF {
		p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "expected eof but found '%s' here", p.tok.name())
	}
	if firstDefault >= 0 {
		for _, a := range s.Args[firstDefault:] {
			if !a.HasDef && !a.KwOnly {
				return nil, &ParseError{Msg: `!seen_default_arg || arg.kwarg_only() INTERNAL ASSERT FAILED at "./aten/src/ATen/core/function_schema.h":342, please report a bug to PyTorch. ` +
					"Non-default positional argument follows default argument. Parameter " + a.Name + " in " + s.String()}
			}
		}
	}
	return s, nil
}

// items reads what stands in brackets behind the first one; "..." is noted in open.
func (p *typeParser) items(open *bool, item func()) {
	if p.accept(")") {
		return
	}
	for {
		if p.accept("...") {
			*open = true
		} else {
			item()
		}
		if !p.accept(",") {
			p.expect(")")
			return
		}
	}
}

// ParseType reads a type in the form of graphs. find gives classes and enums by name; it may be nil.
func ParseType(text string, find func(string) *Type) (t *Type, err error) {
	defer catchParse(&err)
	p := &typeParser{scanner: newScanner(text, false), find: find}
	t, _ = p.typ()
	if p.tok.kind != tokEOF {
		p.fail(p.tok.pos, len(text), "expected eof but found '%s' here", p.tok.name())
	}
	return t, nil
}

type typeParser struct {
	*scanner
	find func(string) *Type
	vars bool
	size int    // of the last list read
	base string // the last plain name of a type
}

// argument reads a parameter, which has a name, or a result, which may.
func (p *typeParser) argument(named bool) Argument {
	var a Argument
	p.size, p.base = 0, ""
	plain := !p.is("(")
	a.Type, a.Alias = p.typ()
	a.Size = p.size
	if plain && realTypes[p.base] != nil {
		a.Spelled = p.base
	}
	if named || p.tok.kind == tokIdent {
		a.Name = p.ident()
	}
	if named && p.accept("=") {
		a.HasDef = true
		if a.Type.Kind == TensorKind && !p.isWord("None") {
			p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "expected None but found '%s' here", p.tok.name())
		}
		a.Default = p.defaultValue(a.Type, a.Size)
	}
	return a
}

var typeNames = map[string]*Type{
	"Tensor": Tensor, "int": Int, "float": Float, "bool": Bool, "str": Str, "complex": Complex, "Scalar": Number, "number": Number, "NoneType": None,
	"Device": Device, "Stream": Stream, "Generator": Generator, "Storage": Storage, "Any": Any, "list": AnyList, "AnyEnumType": AnyEnum, "AnyClassType": AnyClass,
	"ScalarType": Int, "Layout": Int, "MemoryFormat": Int, "SymInt": Int, "SymBool": Bool, "SymFloat": Float, "Dimname": Str, "QScheme": Int, "Function": FunctionType, "None": None,
	"PyObject": PyObject, "AnyListType": AnyList, "Capsule": PyObject, "tuple": AnyTuple, "AnyType": Any, "Int": Int, "String": Str, "DeviceObjType": Device,
}

// typ reads a type and its alias annotation.
func (p *typeParser) typ() (*Type, string) {
	t, alias := p.baseType()
	for {
		switch {
		case p.is("(") && p.aliasAhead():
			alias = p.alias()
		case p.is("["):
			p.next()
			p.size = 0
			if p.tok.kind == tokNumber {
				p.size, _ = strconv.Atoi(p.tok.text)
				p.next()
			}
			p.expect("]")
			t = ListOf(t)
		case p.is("?"):
			p.next()
			t = OptionalOf(t)
		default:
			return t, alias
		}
	}
}

// aliasAhead tells "(a!)" from the brackets of a list of results.
func (p *typeParser) aliasAhead() bool {
	rest := p.src[p.tok.pos:]
	end := strings.IndexByte(rest, ')')
	if end < 0 {
		return false
	}
	for _, c := range rest[1:end] {
		if !strings.ContainsRune("!*|-> ", c) && !(c >= 'a' && c <= 'z') && c != ' ' {
			return false
		}
	}
	return end <= 12
}

func (p *typeParser) alias() string {
	start := p.tok.pos + 1
	for !p.is(")") {
		p.next()
	}
	text := p.src[start:p.tok.pos]
	p.next()
	return text
}

func (p *typeParser) list(open, end string) []*Type {
	p.expect(open)
	var elem []*Type
	for !p.accept(end) {
		t, _ := p.typ()
		elem = append(elem, t)
		if !p.is(end) {
			p.expect(",")
		}
	}
	return elem
}

func (p *typeParser) baseType() (*Type, string) {
	if p.is("(") {
		return TupleOf(p.list("(", ")")...), ""
	}
	start := p.tok
	name := p.ident()
	switch name {
	case "Dict":
		e := p.list("(", ")")
		if len(e) != 2 {
			p.fail(start.pos, p.tok.pos, "Dict type needs a key and a value")
		}
		return DictOf(e[0], e[1]), ""
	case "Future", "Await", "RRef":
		open, end := "(", ")"
		if p.is("[") {
			open, end = "[", "]"
		}
		if !p.is(open) {
			break
		}
		e := p.list(open, end)
		if len(e) != 1 {
			p.fail(start.pos, p.tok.pos, "%s type needs one type", name)
		}
		return &Type{Kind: map[string]Kind{"Future": FutureKind, "Await": AwaitKind, "RRef": RRefKind}[name], Elem: e}, ""
	case "Union":
		return UnionOf(p.list("(", ")")...), ""
	case "Enum":
		p.expect("<")
		t := p.named()
		p.expect(">")
		return t, ""
	case "NamedTuple":
		return p.namedTuple(), ""
	case "Tensor":
		if p.is("(") && !p.aliasAhead() {
			return p.shaped(""), ""
		}
		return Tensor, ""
	case "__torch__":
		p.backTo(start)
		return p.named(), ""
	}
	if slices.Contains(scalarNames, name) && p.is("(") {
		return p.shaped(name), ""
	}
	if t, ok := typeNames[name]; ok {
		p.base = name
		return t, ""
	}
	if p.vars && name[0] >= 'a' && name[0] <= 'z' {
		return VarOf(name), ""
	}
	if p.find != nil {
		if t := p.find(name); t != nil {
			return t, ""
		}
	}
	p.fail(start.pos, start.pos+len(name), "unknown type specifier. Common valid schema types include Tensor, SymInt, int, float, bool, Scalar; for a full list, please see https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/README.md#func ")
	return nil, ""
}

func (p *typeParser) backTo(t token) {
	p.pos = t.pos
	p.next()
}

// named is a class or enum by its qualified name.
func (p *typeParser) named() *Type {
	start := p.tok.pos
	name := p.ident()
	for p.accept(".") {
		name += "." + p.ident()
	}
	if p.find != nil {
		if t := p.find(name); t != nil {
			return t
		}
	}
	if t := NativeClass(name); t != nil {
		return t
	}
	p.fail(start, p.tok.pos, "Unknown type name '%s'", name)
	return nil
}

func (p *typeParser) namedTuple() *Type {
	p.expect("(")
	var fields []string
	var elem []*Type
	var defaults []Constant
	for !p.accept(")") {
		fields = append(fields, p.ident())
		p.expect(":")
		t, _ := p.typ()
		elem = append(elem, t)
		if p.accept("=") {
			defaults = append(defaults, p.defaultValue(t, 0))
		}
		if !p.is(")") {
			p.expect(",")
		}
	}
	return NamedTupleOf("NamedTuple", fields, elem, defaults)
}

// shaped reads the brackets of a tensor type.
func (p *typeParser) shaped(scalar string) *Type {
	s := &Shape{ScalarType: scalar, Ranked: true}
	p.expect("(")
	for !p.accept(")") {
		switch {
		case p.accept("*"):
			s.Sizes = append(s.Sizes, -1)
		case p.tok.kind == tokNumber:
			n, err := strconv.ParseInt(p.tok.text, 10, 64)
			if err != nil {
				p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "unexpected numeric value for dimension")
			}
			s.Sizes = append(s.Sizes, n)
			p.next()
		case p.accept("strides"):
			p.expect("=")
			p.expect("[")
			for !p.accept("]") {
				if p.accept("*") {
					s.Strides = append(s.Strides, -1)
				} else {
					n, _ := strconv.ParseInt(p.tok.text, 10, 64)
					s.Strides = append(s.Strides, n)
					p.next()
				}
				if !p.is("]") {
					p.expect(",")
				}
			}
		case p.accept("requires_grad"):
			p.expect("=")
			on := p.tok.text == "1"
			s.RequiresGrad = &on
			p.next()
		case p.accept("device"):
			p.expect("=")
			s.Device = p.ident()
			if p.accept(":") {
				s.Device += ":" + p.tok.text
				p.next()
			}
		default:
			p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "unexpected specifier")
		}
		if !p.is(")") {
			p.expect(",")
		}
	}
	return &Type{Kind: TensorKind, Shape: s}
}

// enumDefaults are the numbers behind names that stand as defaults.
var enumDefaults = map[string]any{"None": nil, "True": true, "False": false, "Mean": int64(1), "Sum": int64(2), "contiguous_format": int64(0), "long": int64(4), "strided": int64(0), "inf": math.Inf(1), "nan": math.NaN(),
	"bool": int64(11), "half": int64(5), "float": int64(6), "double": int64(7), "complex64": int64(9), "complex128": int64(10), "bfloat16": int64(15),
	"float16": int64(5), "float32": int64(6), "float64": int64(7), "uint8": int64(0), "int8": int64(1), "int16": int64(2), "int32": int64(3), "int64": int64(4)}

func (p *typeParser) defaultValue(t *Type, size int) Constant {
	if t.Kind == OptionalKind && !p.isWord("None") {
		t = t.Elem[0]
	}
	if t.Kind == ListKind && !p.is("[") && !p.isWord("None") {
		c := p.defaultValue(t.Elem[0], 0)
		list := make([]Constant, max(size, 1))
		for i := range list {
			list[i] = c
		}
		return Constant{list}
	}
	switch {
	case p.is("["):
		p.next()
		list := []Constant{}
		for !p.accept("]") {
			elem := t
			if t.Kind == ListKind {
				elem = t.Elem[0]
			}
			list = append(list, p.defaultValue(elem, 0))
			if !p.is("]") {
				p.expect(",")
			}
		}
		return Constant{list}
	case p.tok.kind == tokString:
		text := unquote(p.tok.text)
		p.next()
		if t.Kind == DeviceKind {
			return Constant{DeviceName(text)}
		}
		return Constant{text}
	case p.tok.kind == tokIdent:
		v, ok := enumDefaults[p.tok.text]
		if !ok {
			p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "invalid numeric default value")
		}
		p.next()
		return Constant{v}
	}
	return Constant{p.numberValue(t.Kind == FloatKind)}
}

// numberValue reads an int or a float with its sign.
func (p *scanner) numberValue(float bool) any {
	sign := ""
	if p.accept("-") {
		sign = "-"
	}
	if p.isWord("inf") || p.isWord("nan") {
		text := p.ident()
		f, _ := strconv.ParseFloat(sign+text, 64)
		return f
	}
	if p.tok.kind != tokNumber {
		p.fail(p.tok.pos, p.tok.pos+len(p.tok.text), "expected number but found '%s' here", p.tok.name())
	}
	text := sign + p.tok.text
	start, end := p.tok.pos, p.tok.pos+len(p.tok.text)
	p.next()
	if p.isWord("j") && p.tok.pos == end {
		p.next()
		f, _ := strconv.ParseFloat(text, 64)
		return complex(0, f)
	}
	if !float && !strings.ContainsAny(text, ".eE") {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		p.fail(start, end, "expected a number")
	}
	return f
}

// unquote reads a string token.
func unquote(text string) string {
	text = text[1 : len(text)-1]
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' || i+1 == len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		if at := strings.IndexByte(`abfnrtv`, text[i]); at >= 0 {
			b.WriteByte("\a\b\f\n\r\t\v"[at])
		} else if text[i] >= '0' && text[i] <= '7' && i+2 < len(text) {
			n, err := strconv.ParseUint(text[i:i+3], 8, 16)
			if err == nil {
				b.WriteByte(byte(n))
				i += 2
			}
		} else {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}
