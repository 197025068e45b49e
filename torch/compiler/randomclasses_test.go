package compiler_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A random program of classes: a few classes with some of Python's special methods each, whose bodies answer, refuse, raise, give values of the wrong
// type or ask the base, and a function that uses two instances from outside and one of its own in every way the language and the built-in functions
// know.

// specialMethod is one method that a class may define; result names the kind of value that Python wants of it.
type specialMethod struct {
	name, params, result string
}

var specialMethods = []specialMethod{
	{"__add__", "o", "any"}, {"__radd__", "o", "any"}, {"__iadd__", "o", "any"}, {"__sub__", "o", "any"}, {"__rsub__", "o", "any"},
	{"__mul__", "o", "any"}, {"__rmul__", "o", "any"}, {"__imul__", "o", "any"}, {"__mod__", "o", "any"}, {"__rmod__", "o", "any"},
	{"__truediv__", "o", "any"}, {"__floordiv__", "o", "any"}, {"__pow__", "o, m=None", "any"}, {"__matmul__", "o", "any"}, {"__rmatmul__", "o", "any"},
	{"__and__", "o", "any"}, {"__or__", "o", "any"}, {"__ror__", "o", "any"}, {"__ior__", "o", "any"}, {"__xor__", "o", "any"}, {"__lshift__", "o", "any"},
	{"__divmod__", "o", "any"}, {"__neg__", "", "any"}, {"__pos__", "", "any"}, {"__invert__", "", "any"}, {"__abs__", "", "any"}, {"__round__", "n=0", "any"},
	{"__eq__", "o", "bool"}, {"__eq__", "o", "bool"}, {"__ne__", "o", "bool"}, {"__lt__", "o", "bool"}, {"__lt__", "o", "bool"}, {"__le__", "o", "bool"},
	{"__gt__", "o", "bool"}, {"__ge__", "o", "bool"}, {"__hash__", "", "int"}, {"__bool__", "", "truth"}, {"__len__", "", "int"}, {"__len__", "", "int"},
	{"__index__", "", "int"}, {"__int__", "", "int"}, {"__float__", "", "float"}, {"__complex__", "", "complex"}, {"__floor__", "", "any"}, {"__trunc__", "", "any"},
	{"__contains__", "o", "bool"}, {"__getitem__", "o", "item"}, {"__getitem__", "o", "item"}, {"__setitem__", "o, p", "none"}, {"__delitem__", "o", "none"},
	{"__missing__", "o", "any"}, {"__iter__", "", "iter"}, {"__iter__", "", "iter"}, {"__next__", "", "next"}, {"__reversed__", "", "iter"},
	{"__call__", "*a, **k", "any"}, {"__enter__", "", "any"}, {"__exit__", "t, e, tb", "bool"},
	{"__getattr__", "o", "attribute"}, {"__setattr__", "o, p", "super"}, {"__delattr__", "o", "super"},
	{"__str__", "", "str"}, {"__repr__", "", "str"}, {"__format__", "o", "str"}, {"__bytes__", "", "any"}, {"__dir__", "", "any"},
	{"__get__", "o, owner=None", "any"}, {"__set__", "o, p", "none"}, {"__set_name__", "o, p", "none"}, {"__copy__", "", "any"}, {"__sizeof__", "", "int"},
	{"keys", "", "keys"}, {"get", "o, d=None", "any"}, {"append", "o", "super"}, {"update", "*a", "super"}, {"add", "o", "super"}, {"__init__", "*a", "super"},
}

// specialResults are what a method may answer, by kind; the first ones are right.
var specialResults = map[string][]string{
	"any":       {"self.v", "1", "'s'", "NotImplemented", "[self.v]", "C0(3)", "None", "self", "(1, 2)", "2.5"},
	"bool":      {"True", "False", "NotImplemented", "0", "'yes'", "[]", "None", "self"},
	"truth":     {"True", "False", "True", "False", "1", "None"},
	"int":       {"2", "0", "3", "True", "'no'", "-1", "2.0", "None"},
	"float":     {"1.5", "0.0", "1", "'f'"},
	"complex":   {"1j", "2.0", "'c'"},
	"none":      {"None", "1"},
	"item":      {"o", "self.v", "'i'", "(o, o)"},
	"iter":      {"iter([1, 2])", "iter((self.v,))", "iter([('a', 1), ('b', 2)])", "gen(2)", "self", "[1]", "None"},
	"next":      {"self.v", "1", "'n'"},
	"attribute": {"o", "5", "self.v"},
	"str":       {"'text'", "'%s' % self.v", "'t'", "3", "None"},
	"keys":      {"['a', 'b']", "iter(['a'])", "('k',)", "None"},
	"super":     {},
}

// classUses are expressions over the instances {a} and {b}, the tensor x and a number.
var classUses = strings.Split(`{a} + {b}|{a} + 1|1 + {a}|{a} - {b}|2 - {a}|{a} * {b}|{a} * 2|2 * {a}|{a} % {b}|{a} / 2|{a} // {b}|{a} ** 2|2 ** {a}|{a} @ {b}|[1] @ {a}
{a} & {b}|{a} I {b}|{'k': 1} I {a}|{a} ^ 1|{a} << 1|divmod({a}, {b})|divmod(7, {a})|-{a}|+{a}|~{a}|abs({a})|round({a})|round({a}, 1)|pow({a}, 2, 5)
{a} == {b}|{a} == 1|1 == {a}|{a} != {b}|{a} < {b}|{a} <= {b}|{a} > 1|1 >= {a}|{a} is {b}|{a} in [{b}]|{a} in ({b}, 1)|[{a}].index({b})|[{a}, {b}].count({a})|[{a}] == [{b}]|({a}, 1) < ({b}, 2)
hash({a}) == hash({a})|{{a}: 1}|{{a}, {b}}|{{a}: 1}[{b}]|{1: 2}.get({a})|bool({a})|not {a}|{a} and {b}|{a} or {b}|1 if {a} else 2|len({a})|operator.index({a})|int({a})|float({a})|complex({a})|str({a})|repr({a})
f'{{a}}'|f'{{a}!r}'|f'{{a}:>6}'|format({a})|format({a}, 'd')|'%s' % {a}|'%d' % {a}|'%r' % ({a},)|'{}'.format({a})|'{0.v}'.format({a})|'-'.join({a})|'-'.join(map(str, {a}))
1 in {a}|{b} in {a}|1 not in {a}|{a}[0]|{a}['a']|{a}[1:2]|{a}[-1]|{a}[{b}]|list({a})|tuple({a})|set({a})|dict({a})|sorted({a})|sorted([{a}, {b}])|max({a}, {b})|min([{b}, {a}])|max({a})|sum({a})|sum([{a}, {b}])|sum([{a}], {b})
[*{a}]|(*{a}, 1)|{**{a}}|show(*{a})|show(**{a})|[i for i in {a}]|{i: 1 for i in {a}}|list(zip({a}, {b}))|list(enumerate({a}))|list(map(str, {a}))|list(reversed({a}))|any({a})|all({a})|next({a})|next(iter({a}))|next({a}, 5)
list(itertools.chain({a}, {b}))|list(itertools.islice({a}, 2))|functools.reduce(operator.add, [{a}, {b}])|functools.reduce(operator.add, {a})|operator.add({a}, {b})|operator.eq({a}, {b})|operator.contains({a}, 1)|operator.getitem({a}, 0)
operator.length_hint({a})|operator.truth({a})|operator.not_({a})|operator.itemgetter(0)({a})|operator.attrgetter('v')({a})|operator.iadd({a}, {b})|math.floor({a})|math.sqrt({a})|math.trunc({a})|math.gcd({a}, 4)
[1, 2, 3][{a}]|(1, 2, 3)[{a}:]|'abc'[{a}]|[0] * {a}|{a} * [0]|'ab' * {a}|[1] + {a}|{a} + [1]|(1,) + {a}|'s' + {a}|{a} + 's'|range({a})|list(range({a}))|chr({a})|hex({a})|bin({a})|bytes({a})
{a}.v|{a}.zz|{a}.w|getattr({a}, 'zz', 5)|hasattr({a}, 'zz')|hasattr({a}, '__len__')|hasattr({a}, '__iter__')|{a}.__class__.__name__|type({a}).__name__|isinstance({a}, C1)|isinstance({a}, (C2, int))|isinstance({a}, collections.abc.Iterable)|isinstance({a}, collections.abc.Hashable)|callable({a})
{a}()|{a}(1, k=2)|{a}.get('a')|{a}.get('a', {b})|{a}.keys()|{a}.items()|{a}.copy()|copy.copy({a})|{a}.__eq__({b})|{a}.__add__({b})|{a}.__len__()|{a}.__getitem__(0)|{a}.__hash__|{a}.pop()|{a}.append(1)|{a}.add(2)|{a}.update({b})|{a}.update([('a', 1)])|{a}.setdefault('a', 1)
{a}.d|{a}.p|{a}.s(1)|{a}.c(1)|type({a}).c(2)|type({a}).d|super(type({a}), {a}).__init__()|type({a})()|type({a})({b})|[{a}].remove({b})|[{b}, {a}].sort()|sorted([2, 1], key={a})|list(map({a}, [1]))|list(filter({a}, [1]))|functools.partial({a}, 1)()
x + {a}|{a} - x|x * {a}|x[{a}]|x.sum({a})|x.reshape({a}, -1)|x == {a}|torch.full((2,), {a})|torch.zeros({a})|[x, x][{a}]|x if {a} else x + 1|(x + n).tolist()|collections.deque({a})|collections.Counter({a})|collections.OrderedDict({a})|collections.deque([{a}]).count({b})|dict.fromkeys({a}, 1)|dict(zip({a}, {b}))|dict({a}, k=1)|frozenset({a})|{1} I set({a})|{1, 2}.union({a})|{1, 2} - {a}|{1}.issubset({a})|[].__eq__({a})|divmod({a}, 2)|slice({a}, {b})|[1, 2, 3][slice({a})]`, "|")

// classSteps are statements over them.
var classSteps = []string{
	"{a} += {b}", "{a} += 1", "{a} *= 2", "{a} |= {b}", "{a} -= {b}", "{a}[0] = 1", "{a}['a'] = {b}", "{a}[0] += 1", "{a}[:1] = {b}", "del {a}[0]", "del {a}['a']",
	"{a}.q = {b}", "{a}.q = n", "{a}.v = n", "{a}.v += 1", "del {a}.v", "del {a}.q", "{a}.d = 4", "{a}.p = 5", "del {a}.p", "setattr({a}, 'q', 2)", "type({a}).cls = n",
	"p, q = {a}\nout.append((p, q))", "p, *q = {a}\nout.append((p, q))", "for i in {a}:\n    x = x + 1\n    out.append(i)", "for i in {a}:\n    # break\n    out.append(i)\nelse:\n    out.append('else')",
	"with {a} as p:\n    out.append(p)", "with {a}:\n    # break\n    raise KeyError(n)", "with {a}, {b} as p:\n    out.append({a}.v)",
	"raise {a}", "raise ValueError(n) from {a}", "assert {a}, {b}", "while {a}:\n    out.append('loop')\n    break", "if {a}:\n    out.append('yes')\nelse:\n    x = x * 2",
	"match {a}:\n    case C0(v=1):\n        out.append('C0')\n    case [p, *q]:\n        out.append(('seq', p))\n    case {'a': p}:\n        out.append(('map', p))\n    case int() | str():\n        out.append('value')\n    case _:\n        out.append('other')",
	"x = x + {a}", "x[0] = {a}", "{a}, {b} = {b}, {a}", "c = type({a})(n)\nout.append(c)", "c = made(C0, n)", "c = {a}", "d = {'k': {a}}\nout.append(d['k'] is {a})", "l = [{a}, {b}]\nl.sort()\nout.append(l)",
	"g = (i for i in {a})\nout.append(next(g))", "def inner():\n    return {a} == {b}\nout.append(inner())", "try:\n    raise KeyError({a})\nexcept KeyError as e:\n    out.append(e.args[0] is {a})", "import copy\nout.append(copy.copy({a}))",
}

// classMaker writes one program.
type classMaker struct {
	*rand.Rand
	lines []string
}

// makeClasses gives the classes and the function f(x, n, a, b) of one program.
func makeClasses(seed uint64) string {
	m := &classMaker{Rand: rand.New(rand.NewPCG(seed, 11))}
	for i := range 3 {
		m.class(i)
	}
	m.lines = append(m.lines, "def f(x, n, a, b):", "    out = []", "    c = made(C1, n)")
	for range 4 + m.IntN(5) {
		m.use()
	}
	m.lines = append(m.lines, "    return out, x, a, b, c")
	return strings.Join(m.lines, "\n")
}

func (m *classMaker) one(choices ...string) string { return choices[m.IntN(len(choices))] }

// class writes class Ci: its base may be an earlier one or a built-in type.
func (m *classMaker) class(i int) {
	base := m.one("object", "object", "list", "dict", "int", "str", "tuple", "set", "float", "Exception", "collections.OrderedDict", "collections.UserDict", "collections.deque", "collections.defaultdict")
	if i > 0 && m.IntN(3) > 0 {
		base = fmt.Sprintf("C%d", m.IntN(i))
	}
	m.lines = append(m.lines, fmt.Sprintf("class C%d(%s):", i, base), "    v = "+m.one("1", "2", "'v'", "0"), "    cls = 0")
	if m.IntN(3) == 0 {
		m.lines = append(m.lines, "    d = "+m.one("Shown(3)", "7", "property(lambda self: self.v)", "functools.cached_property(lambda self: [1])", "functools.partial(show, 1)"))
	}
	if m.IntN(3) == 0 {
		m.lines = append(m.lines, "    @property", "    def p(self):", "        log.append('p')", "        return self.v", "    @p.setter", "    def p(self, o):", "        log.append('set p')", "        self.v = o")
	}
	if m.IntN(3) == 0 {
		m.lines = append(m.lines, "    @staticmethod", "    def s(o):", "        return [o]", "    @classmethod", "    def c(cls, o):", "        # break", "        return cls.__name__, cls.v, o")
	}
	seen := map[string]bool{}
	for range 2 + m.IntN(7) {
		method := specialMethods[m.IntN(len(specialMethods))]
		if seen[method.name] {
			continue
		}
		seen[method.name] = true
		m.method(i, method)
	}
}

func (m *classMaker) method(class int, method specialMethod) {
	if m.IntN(12) == 0 && method.result != "item" && method.result != "next" { // which end at some time
		switch m.IntN(3) {
		case 0:
			m.lines = append(m.lines, "    "+method.name+" = None")
		case 1:
			m.lines = append(m.lines, fmt.Sprintf("    %s = lambda self, *a, **k: %s", method.name, m.answer(method)))
		case 2:
			m.lines = append(m.lines, fmt.Sprintf("    %s = staticmethod(lambda *a: len(a))", method.name))
		}
		return
	}
	params := "self"
	if method.params != "" {
		params += ", " + method.params
	}
	m.lines = append(m.lines, fmt.Sprintf("    def %s(%s):", method.name, params), fmt.Sprintf("        log.append('C%d.%s')", class, method.name))
	if m.IntN(4) == 0 {
		m.lines = append(m.lines, "        # break")
	}
	switch method.result {
	case "next":
		m.lines = append(m.lines, "        STATE['next'] += 1", "        if STATE['next'] % 4 == 3:", "            raise StopIteration")
	case "item":
		m.lines = append(m.lines, "        if isinstance(o, int) and not -4 < o < 3:", "            raise IndexError(o)")
	case "attribute":
		m.lines = append(m.lines, "        if o in ('v', 'w') or o.startswith('__'):", "            raise AttributeError(o)")
	}
	if method.result != "super" && m.IntN(8) == 0 {
		m.lines = append(m.lines, "        raise "+m.one("ValueError", "TypeError", "KeyError", "AttributeError", "IndexError", "StopIteration", "NotImplementedError")+"('"+method.name+"')")
		return
	}
	m.lines = append(m.lines, "        return "+m.answer(method))
}

// answer is the value that a method gives: often the right kind, sometimes the base's own.
func (m *classMaker) answer(method specialMethod) string {
	results := specialResults[method.result]
	if len(results) == 0 || m.IntN(6) == 0 && !strings.Contains(method.params, "*") {
		var args []string
		for _, p := range strings.Split(method.params, ", ") {
			if p, _, _ = strings.Cut(p, "="); p != "" {
				args = append(args, p)
			}
		}
		return fmt.Sprintf("super().%s(%s)", method.name, strings.Join(args, ", "))
	}
	if m.IntN(3) > 0 {
		results = results[:(len(results)+1)/2]
	}
	return m.one(results...)
}

// use writes one use of the instances, whose exception is recorded.
func (m *classMaker) use() {
	a, b := m.one("a", "b", "c", "a", "b"), m.one("a", "b", "c")
	fill := strings.NewReplacer("{a}", a, "{b}", b, " I ", " | ")
	var body []string
	if m.IntN(3) == 0 {
		body = strings.Split(fill.Replace(classSteps[m.IntN(len(classSteps))]), "\n")
	} else {
		uses := strings.Split(classUses[m.IntN(len(classUses))], "\n")
		body = []string{"out.append(" + fill.Replace(uses[m.IntN(len(uses))]) + ")"}
	}
	m.lines = append(m.lines, "    # break", "    try:")
	for _, line := range body {
		m.lines = append(m.lines, "        "+line)
	}
	m.lines = append(m.lines, "    except RecursionError:", "        raise", "    except Exception as e:", "        out.append((type(e).__name__, words(e)))")
}
