package guards

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Tree prints guards as TORCH_LOGS=guards does: one manager a source, its
// leaves under it, then the guards on symbolic sizes.
func Tree(th *object.Thread, list []*Guard, shapes []*ShapeGuard) string {
	return Build(list, shapes).Text(th)
}

// Text prints the guards of the program.
func (p *Program) Text(th *object.Thread) string {
	var b strings.Builder
	b.WriteString("\nTREE_GUARD_MANAGER:\n+- RootGuardManager\n")
	for _, g := range p.ambient {
		for _, l := range g.leaves(th) {
			b.WriteString("| +- " + l + "\n")
		}
	}
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		printed := map[string]bool{}
		indent := strings.Repeat("| ", depth)
		b.WriteString(indent + "+- GuardManager: source=" + n.source.Text() + ", accessed_by=" + n.source.accessor(th) + "\n")
		for _, g := range n.guards {
			if g.Kind == TypeMatch && n.ordersKeys() {
				continue // the keys tell that it is a dict
			}
			for _, l := range g.leaves(th) {
				if !printed[l] {
					b.WriteString(indent + "| +- " + l + "\n")
				}
				printed[l] = true
			}
		}
		for _, c := range n.children {
			walk(c, depth+1)
		}
	}
	for _, n := range p.root.children {
		walk(n, 1)
	}
	for _, g := range p.last {
		for _, l := range g.leaves(th) {
			b.WriteString("+- " + l + "\n")
		}
	}
	for _, s := range p.shapes {
		b.WriteString("+- LAMBDA_GUARD: " + s.Verbose() + "\n")
	}
	return b.String()
}

func (n *node) ordersKeys() bool {
	return slices.ContainsFunc(n.guards, func(g *Guard) bool { return g.Kind == DictKeysMatch && !g.Unordered })
}

// leaves are the lines of the tree for the guard: one for most, none where the way to the value is the check.
func (g *Guard) leaves(th *object.Thread) []string {
	leaf := g.Leaf()
	switch g.Kind {
	case SequenceLength:
		var lines []string
		if t, ok := object.AsType(g.Value); ok {
			lines = append(lines, "TYPE_MATCH: "+withLine(codeType(th, g), "type "+t.ShortName(), g.Line))
		}
		return append(lines, leaf+": "+g.Verbose(th))
	case DictKeysMatch:
		if g.Unordered {
			return []string{"DICT_LENGTH: " + withLine(lengthCode(g.Text(), len(g.Values)), g.Hint, g.Line)}
		}
		var lines []string
		for i, key := range g.Values {
			check := fmt.Sprintf("list(dict.keys(%s))[%d] == %s", g.Text(), i, ReprOf(th, key))
			lines = append(lines, "EQUALS_MATCH: "+withLine(check, g.Hint, g.Line))
		}
		return lines
	case DynamicIndices:
		var lines []string
		for i := range MarkAttributes {
			lines = append(lines, leaf+": "+withLine(codeMark(g, i), g.Hint, g.Line))
		}
		return lines
	}
	if leaf == "" {
		return nil
	}
	return []string{leaf + ": " + g.Verbose(th)}
}

// Leaf is the name of the guard in the tree.
func (g *Guard) Leaf() string {
	if g.Kind == EqualsMatch || g.Kind == ConstantMatch {
		return constantLeaf(g.Value)
	}
	return kinds[g.Kind].leaf
}

// constantLeaf names the check against a constant, which the tree names by the constant.
func constantLeaf(v object.Value) string {
	switch f, isFloat := v.AsFloat(); {
	case v == object.True:
		return "TRUE_MATCH"
	case v == object.False:
		return "FALSE_MATCH"
	case v.IsNone():
		return "NONE_MATCH"
	case isFloat && math.IsNaN(f):
		return "FLOAT_IS_NAN"
	case isComplexNaN(v):
		return "COMPLEX_IS_NAN"
	}
	return "EQUALS_MATCH"
}

// accessor names the step as the tree prints it.
func (s *Source) accessor(th *object.Thread) string {
	switch s.Access {
	case Local:
		return "FrameLocalsGuardAccessor(key='" + s.Name + "', framelocals_idx=" + itoa(s.Index) + ")"
	case Free:
		return "FrameLocalsGuardAccessor(key='" + s.Name + "', closure_idx=" + itoa(s.Index) + ")"
	case Global, Builtin, Constant:
		return "GlobalsGuardAccessor(" + quote(s.Name) + ")"
	case Attr:
		return "GetAttrGuardAccessor(" + s.Name + ")"
	case Dict:
		return "GetGenericDictGuardAccessor"
	case DictItem:
		return "DictGetItemGuardAccessor(" + ReprOf(th, s.Key) + ")"
	case ListItem, ListItemEnd:
		if s.Name != "" {
			return "GetAttrGuardAccessor(" + s.Name + ")"
		}
		return "ListGetItemGuardAccessor(" + itoa(s.Index) + ")"
	case Type:
		return "TypeGuardAccessor"
	case TypeDict:
		return "TypeDictGuardAccessor"
	case Defaults:
		return "FuncDefaultsGuardAccessor"
	case KwDefaults:
		return "FuncKwDefaultsGuardAccessor"
	case Code:
		return "CodeGuardAccessor"
	case Closure, CellValue:
		return "ClosureGuardAccessor"
	case IteratorItem:
		return "TupleIteratorGetItemAccessor(" + itoa(s.Index) + ")"
	case Grad:
		return "GetAttrGuardAccessor(grad)"
	case MappingDict, FromNumpy:
		return "PythonLambdaGuardAccessor"
	case ModeStackItem:
		return "TorchFunctionModeStackGuardAccessor"
	case Call0:
		return "CallFunctionNoArgsGuardAccessor"
	}
	return "KeyManager"
}

func itoa(n int) string { return strconv.Itoa(n) }
