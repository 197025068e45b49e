package compiler_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A random Python program is a function of a tensor, a number, a list, a dict and an object: statements of all kinds over
// them, blocks within blocks, and a marker between every two statements, where a graph break may be put.

// breakMarker stands where a graph break may be put.
const breakMarker = "# break"

// pythonMaker writes one program. What is in scope is known by kind; an expression of a kind may raise.
type pythonMaker struct {
	*rand.Rand
	lines  []string
	indent string
	scope  map[string][]string // names by kind: int list dict tensor box str fn gen set
	count  int
	depth  int
	loops  int
	budget int
	inner  bool // inside a nested function
}

func makePython(seed uint64) string {
	m := &pythonMaker{Rand: rand.New(rand.NewPCG(seed, 7)), indent: "    ", budget: 14}
	m.scope = map[string][]string{"int": {"n"}, "list": {"items"}, "dict": {"d"}, "tensor": {"x"}, "box": {"box"}, "fn": {"helper"}, "str": {"word"}}
	m.lines = append(m.lines, "def f(x, n, items, d, box, word='w'):")
	for m.budget > 0 {
		m.statement()
	}
	var results []string
	for _, kind := range []string{"int", "list", "dict", "tensor", "box", "str", "set", "gen"} {
		names := m.scope[kind]
		if len(names) > 3 {
			names = names[len(names)-3:]
		}
		for _, name := range names {
			if kind == "gen" {
				name = "list(itertools.islice(" + name + ", 4))"
			}
			results = append(results, name)
		}
	}
	m.line("return [%s]", strings.Join(results, ", "))
	return strings.Join(m.lines, "\n")
}

func (m *pythonMaker) line(format string, args ...any) {
	m.lines = append(m.lines, m.indent+fmt.Sprintf(format, args...))
}

func (m *pythonMaker) any(kind string) string {
	names := m.scope[kind]
	if len(names) == 0 {
		return ""
	}
	if m.IntN(2) == 0 {
		return names[len(names)-1-m.IntN(min(3, len(names)))]
	}
	return names[m.IntN(len(names))]
}

func (m *pythonMaker) one(choices ...string) string { return choices[m.IntN(len(choices))] }

// name is a variable to store to: often one that is there.
func (m *pythonMaker) name(kind string) string {
	if names := m.scope[kind]; len(names) > 0 && m.IntN(3) == 0 {
		return m.any(kind)
	}
	m.count++
	return fmt.Sprintf("%s%d", kind[:1], m.count)
}

func (m *pythonMaker) bind(kind, name string) {
	for _, known := range m.scope[kind] {
		if known == name {
			return
		}
	}
	for k, names := range m.scope { // a name has one kind
		for i, known := range names {
			if known == name {
				m.scope[k] = append(append([]string{}, names[:i]...), names[i+1:]...)
				break
			}
		}
	}
	m.scope[kind] = append(append([]string{}, m.scope[kind]...), name)
}

func (m *pythonMaker) number() string { return fmt.Sprint(m.IntN(5)) }

func (m *pythonMaker) key() string { return m.one("'a'", "'b'", "'c'", "1", "'a'") }

// expression writes an expression of a kind; depth bounds its size.
func (m *pythonMaker) expression(kind string, depth int) string {
	e := func(kind string) string { return m.expression(kind, depth-1) }
	if depth <= 0 || m.IntN(4) == 0 {
		if v := m.any(kind); v != "" && m.IntN(4) > 0 {
			return v
		}
	}
	switch kind {
	case "int":
		if depth <= 0 {
			return m.number()
		}
		switch m.IntN(26) {
		case 0, 1:
			return "len(" + e(m.one("list", "dict", "list", "str", "box")) + ")"
		case 2, 3:
			return "(" + e("int") + m.one(" + ", " - ", " * ", " % 5 + ", " // 2 - ", " & ", " ^ ") + e("int") + ")"
		case 4:
			l := e("list")
			return fmt.Sprintf("(%s[%s] if %s else %s)", l, m.one("0", "-1", "0"), l, e("int"))
		case 5:
			return e("dict") + ".get(" + m.key() + ", " + e("int") + ")"
		case 6:
			return e("dict") + "[" + m.key() + "]"
		case 7, 8:
			return m.any("box") + m.one(".a", ".b", ".double", ".kind", ".steps.total", ".extra")
		case 9:
			return m.any("box") + m.one(".add(", ".static(", ".make(", ".scaled(") + e("int") + ")"
		case 10, 11:
			return m.any("fn") + "(" + e("int") + ")"
		case 12:
			return m.one("sum([*", "sum([1, *", "max([0, *", "min([9, *") + e("list") + "])"
		case 13:
			return "(" + e("int") + " if " + e("bool") + " else " + e("int") + ")"
		case 14:
			return m.one("G", "G", "STATE['n']", "helper.calls", "Box.kind", "CONFIG.level")
		case 15:
			return m.any("tensor") + m.one(".shape[0]", ".numel()", ".dim()")
		case 16:
			if g := m.any("gen"); g != "" {
				return "next(" + g + ", -1)"
			}
		case 17:
			return "(lambda q, k=" + e("int") + ": q + k)(" + e("int") + ")"
		case 18:
			return "getattr(" + m.any("box") + ", " + m.one("'a'", "'zz'", "'extra'") + ", " + e("int") + ")"
		case 19:
			return "functools.reduce(lambda p, q: p * 2 + q, " + e("list") + ", " + e("int") + ")"
		case 20:
			return "star(*" + e("list") + ", k=" + e("int") + ")"
		case 21:
			return "int(" + e("bool") + ")"
		case 22:
			return "operator.itemgetter(0)((" + e("int") + ", 1))"
		case 23:
			return "next((v for v in " + e("list") + " if v > " + m.number() + "), " + m.number() + ")"
		case 24:
			return "outer(" + e("int") + ")(" + e("int") + ")"
		}
		return m.number()
	case "bool":
		switch m.IntN(9) {
		case 0, 1:
			return "(" + m.expression("int", depth-1) + m.one(" < ", " > ", " == ", " != ", " <= ") + m.expression("int", depth-1) + ")"
		case 2:
			return "(" + m.expression("int", depth-1) + m.one(" in ", " not in ") + m.expression("list", depth-1) + ")"
		case 3:
			return "(" + m.key() + " in " + m.expression("dict", depth-1) + ")"
		case 4:
			return "bool(" + m.expression("list", depth-1) + ")"
		case 5:
			return "isinstance(" + m.any("box") + ", " + m.one("Box", "Sub", "(int, Sub)") + ")"
		case 6:
			return "hasattr(" + m.any("box") + ", " + m.one("'a'", "'zz'", "'extra'") + ")"
		case 7:
			return m.one("any(", "all(") + "v > " + m.number() + " for v in " + m.expression("list", depth-1) + ")"
		}
		return "(" + m.expression("int", 0) + " > 2)"
	case "list":
		if depth <= 0 {
			return "[" + m.number() + ", " + m.expression("int", 0) + "]"
		}
		switch m.IntN(17) {
		case 0, 1:
			return "[" + e("int") + ", " + e("int") + "]"
		case 2, 3:
			return "[v + " + e("int") + " for v in " + e("list") + m.one("", " if v > "+m.number(), " if v % 2") + "]"
		case 4:
			return "(" + e("list") + " + " + e("list") + ")"
		case 5:
			return e("list") + m.one("[1:]", "[::-1]", "[:-1]", "[::2]")
		case 6:
			return m.one("sorted((", "list(reversed(") + e("list") + "))"
		case 7:
			return "list(range(" + e("int") + " % 4))"
		case 8:
			return "[v for v in " + e("dict") + ".values()]"
		case 9:
			return "list(map(" + m.any("fn") + ", " + e("list") + "))"
		case 10:
			return "[*" + e("list") + ", " + e("int") + "]"
		case 11:
			return "[p * q for p, q in zip(" + e("list") + ", " + e("list") + ")]"
		case 12:
			return "list(filter(lambda v: v != " + m.number() + ", " + e("list") + "))"
		case 13:
			return "list(itertools.chain(" + e("list") + ", gen(" + e("int") + " % 3)))"
		case 14:
			return m.any("box") + ".items"
		case 15:
			return "[p + q for p, q in enumerate(" + e("list") + ")]"
		}
		return "list(" + e("list") + ")"
	case "dict":
		if depth <= 0 {
			return "{'a': " + m.number() + "}"
		}
		switch m.IntN(6) {
		case 0:
			return "{'a': " + e("int") + ", " + m.key() + ": " + e("int") + "}"
		case 1:
			return "{v: v * 2 for v in " + e("list") + "}"
		case 2:
			return "{**" + e("dict") + ", " + m.key() + ": " + e("int") + "}"
		case 3:
			return "dict(" + e("dict") + ", c=" + e("int") + ")"
		case 4:
			return "dict(zip(('a', 'b'), " + e("list") + "))"
		}
		return "dict(" + e("dict") + ")"
	case "tensor":
		if depth <= 0 {
			return "x"
		}
		switch m.IntN(9) {
		case 0, 1, 2:
			return "(" + e("tensor") + m.one(" + ", " * ", " - ") + e("int") + ")"
		case 3:
			return "(" + e("tensor") + " + " + e("tensor") + ")"
		case 4:
			return e("tensor") + m.one(".sin()", ".relu()", ".clone()")
		case 5:
			return "sum([" + e("tensor") + ", " + e("tensor") + "])"
		case 6:
			return m.any("box") + ".apply(" + e("tensor") + ")"
		case 7:
			return "tensors(" + e("tensor") + ", " + e("int") + ")"
		}
		return "(" + e("tensor") + " * 0.5)"
	case "str":
		if depth <= 0 {
			return "'s'"
		}
		return m.one("f'{ "+e("int")+" }-{"+m.any("str")+"}'", m.any("str")+".upper()", "str("+e("list")+")", "'-'.join(str(v) for v in "+e("list")+")", "repr("+m.any("box")+")")
	case "box":
		if depth <= 0 {
			return "Box(" + m.number() + ")"
		}
		return m.one("Box(", "Sub(", "Sub(", "Box.make_box(") + e("int") + ")"
	case "set":
		return "{" + m.expression("int", depth-1) + ", *" + m.expression("list", depth-1) + "}"
	case "gen":
		switch m.IntN(4) {
		case 0:
			return "gen(" + m.expression("int", depth-1) + " % 4)"
		case 1:
			return "(v * 2 for v in tuple(" + m.expression("list", depth-1) + "))"
		case 2:
			return "iter(" + m.expression("list", depth-1) + ")"
		}
		return "itertools.count(" + m.expression("int", depth-1) + ")"
	case "fn":
		return m.one("functools.partial(add2, "+m.expression("int", depth-1)+")", "lambda q: q + "+m.expression("int", depth-1), m.any("box")+".add", "outer("+m.expression("int", depth-1)+")")
	}
	panic(kind)
}

// block writes an indented block of statements; what it binds is forgotten behind it.
func (m *pythonMaker) block(n int) {
	outer := m.indent
	m.indent += "    "
	saved := map[string][]string{}
	for k, v := range m.scope {
		saved[k] = v
	}
	m.depth++
	for range n {
		m.statement()
	}
	m.depth--
	if m.IntN(4) > 0 {
		m.scope = saved
	}
	m.indent = outer
}

func (m *pythonMaker) statement() {
	m.budget--
	m.line("%s", breakMarker)
	written := len(m.lines)
	defer func() {
		if len(m.lines) == written {
			m.line("pass")
		}
	}()
	kinds := []string{"int", "int", "list", "list", "dict", "tensor", "tensor", "tensor", "box", "str", "fn", "gen", "set"}
	if m.depth >= 2 || m.IntN(5) < 3 {
		m.simple(kinds[m.IntN(len(kinds))])
		return
	}
	m.compound()
}

func (m *pythonMaker) simple(kind string) {
	e := func(kind string) string { return m.expression(kind, 2) }
	list, dict, box := m.any("list"), m.any("dict"), m.any("box")
	switch m.IntN(40) {
	case 0:
		m.line("%s.append(%s)", list, e("int"))
	case 1:
		m.line("%s%s", list, m.one(".sort()", ".reverse()", ".pop()", ".pop(0)", ".extend("+e("list")+")", ".insert(0, "+e("int")+")", ".remove("+e("int")+")", ".clear()"))
	case 2:
		m.line("%s[0] = %s", list, e("int"))
	case 3:
		m.line("%s", m.one("del "+list+"[0]", list+"[1:] = "+e("list"), list+" += "+e("list")))
	case 4:
		m.line("%s[%s] = %s", dict, m.key(), e("int"))
	case 5:
		m.line("%s", m.one(dict+".pop("+m.key()+", None)", "del "+dict+"["+m.key()+"]", dict+".update(b="+e("int")+")", dict+".setdefault("+m.key()+", "+e("int")+")", dict+".clear()"))
	case 6, 7:
		m.line("%s.%s %s %s", box, m.one("a", "b", "extra", "double"), m.one("=", "=", "+="), e("int"))
	case 8:
		m.line("%s", m.one("del "+box+".extra", "setattr("+box+", 'extra', "+e("int")+")", box+".__dict__['extra'] = "+e("int"), "vars("+box+").pop('extra', 0)", box+".__dict__.update(b="+e("int")+")"))
	case 9:
		m.line("%s.bump(%s)", box, e("int"))
	case 10:
		m.line("log.append(%s)", e(m.one("int", "str", "list")))
	case 11:
		if !m.inner {
			m.line("%s", m.one("STATE['n'] = "+e("int"), "Box.kind = "+e("int"), "helper.calls = "+e("int"), "set_global("+e("int")+")", "CONFIG.level += 1", "HISTORY.append("+e("int")+")"))
		}
	case 12:
		if g := m.any("gen"); g != "" {
			name := m.name("int")
			m.line("%s = next(%s%s)", name, g, m.one("", ", -2", ", -2"))
			m.bind("int", name)
		}
	case 13:
		a, b := m.name("int"), m.name("int")
		if a != b {
			m.line("%s, %s = %s", a, b, m.one(e("int")+", "+e("int"), e("list")+"[:2]", "("+e("int")+", 3)"))
			m.bind("int", a)
			m.bind("int", b)
		}
	case 14:
		a, b := m.name("int"), m.name("list")
		m.line("%s, *%s = %s", a, b, e("list"))
		m.bind("int", a)
		m.bind("list", b)
	case 15:
		if m.depth > 0 && m.IntN(3) == 0 && m.loops > 0 {
			m.line("if %s: %s", e("bool"), m.one("break", "continue"))
		}
	case 16:
		if m.IntN(3) == 0 {
			m.line("if %s: return %s", e("bool"), m.one("None", e("int"), e("tensor")))
		}
	case 17:
		if m.IntN(3) == 0 {
			m.line("if %s: raise %s(%s)", e("bool"), m.one("ValueError", "KeyError", "Custom", "RuntimeError"), e("int"))
		}
	case 18:
		m.line("assert %s, %s", e("bool"), e("str"))
	case 19:
		if m.IntN(2) == 0 {
			m.line("x.add_(%s)", e("int"))
		}
	case 20:
		m.line("%s[%s] = %s", dict, m.key(), m.one(list, dict, e("tensor")))
		m.line("%s[%s] = %s", dict, "'a'", m.number())
		m.line("%s.pop('b', None); %s.pop('c', None); %s.pop(1, None)", dict, dict, dict)
	case 21:
		name := m.name("tensor")
		m.line("%s = %s", name, e("tensor"))
		m.line("%s.items.append(%s.numel())", box, name)
		m.bind("tensor", name)
	default:
		name := m.name(kind)
		m.line("%s = %s", name, e(kind))
		m.bind(kind, name)
	}
}

func (m *pythonMaker) compound() {
	e := func(kind string) string { return m.expression(kind, 1) }
	n := 1 + m.IntN(2)
	switch m.IntN(13) {
	case 0, 1:
		cond := e("bool")
		if m.IntN(5) == 0 {
			cond = m.any("tensor") + ".sum() > " + m.number()
		}
		m.line("if %s:", cond)
		m.block(n)
		if m.IntN(2) == 0 {
			m.line("else:")
			m.block(n)
		}
	case 2, 3, 4:
		name := m.name("int")
		header := m.one("in list("+e("list")+")", "in range("+e("int")+" % 4)", "in range(2)", "in gen("+e("int")+" % 3)", "in list(d.values())", "in list(box)")
		m.line("for %s %s:", name, header)
		m.loops++
		m.indent += "    "
		m.bind("int", name)
		m.indent = m.indent[4:]
		m.block(n)
		m.loops--
		if m.IntN(5) == 0 {
			m.line("else:")
			m.block(1)
		}
	case 5:
		m.count++
		name := fmt.Sprintf("w%d", m.count)
		m.line("%s = 0", name)
		m.line("while %s < %s %% 3:", name, e("int"))
		m.line("    %s += 1", name)
		m.loops++
		m.block(n)
		m.loops--
	case 6, 7:
		m.line("try:")
		m.block(n)
		m.line("except %s:", m.one("ValueError", "(KeyError, IndexError)", "Exception", "LookupError as err", "Custom as err"))
		loops := m.loops
		m.block(1)
		m.loops = loops
		if m.IntN(3) == 0 {
			m.line("else:")
			m.block(1)
		}
		if m.IntN(2) == 0 {
			m.line("finally:")
			m.loops = 0
			m.block(1)
			m.loops = loops
		}
	case 8, 9:
		m.line("with %s:", m.one("Ctx("+e("int")+")", "Ctx("+e("int")+", True)", "torch.no_grad()", "manager("+e("int")+") as got", "torch.no_grad(), Ctx(1)", "contextlib.suppress(KeyError)"))
		m.block(n)
	case 10, 11:
		m.count++
		name := fmt.Sprintf("inner%d", m.count)
		m.count++
		cell := fmt.Sprintf("cell%d", m.count)
		m.line("%s = %s", cell, e("int"))
		m.line("def %s(q, k=%s):", name, e("int"))
		if m.IntN(2) == 0 {
			m.line("    nonlocal %s", cell)
			m.line("    %s += q", cell)
		}
		m.line("    return q + k + %s", cell)
		m.bind("fn", name)
		m.bind("int", cell)
	case 12:
		m.line("match %s:", m.one(e("list"), e("dict"), e("int"), e("list")))
		m.line("    case [p, *rest]:")
		m.line("        log.append(('list', p, rest))")
		m.line("    case {'a': p}:")
		m.line("        log.append(('dict', p))")
		m.line("    case 1 | 2 as p if n > 1:")
		m.line("        log.append(('int', p))")
		m.line("    case _:")
		m.indent += "    "
		m.block(1)
		m.indent = m.indent[4:]
	}
}
