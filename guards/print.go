package guards

import (
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
		if leaf := g.Leaf(); leaf != "" {
			b.WriteString("| +- " + leaf + ": " + g.Verbose(th) + "\n")
		}
	}
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		indent := strings.Repeat("| ", depth)
		b.WriteString(indent + "+- GuardManager: source=" + n.source.Text() + ", accessed_by=" + n.source.accessor(th) + "\n")
		for _, g := range n.guards {
			if leaf := g.Leaf(); leaf != "" {
				b.WriteString(indent + "| +- " + leaf + ": " + g.Verbose(th) + "\n")
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
		b.WriteString("+- " + g.Leaf() + ": " + g.Verbose(th) + "\n")
	}
	for _, s := range p.shapes {
		b.WriteString("+- LAMBDA_GUARD: " + s.Verbose() + "\n")
	}
	return b.String()
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
		return "DictGetItemGuardAccessor(" + reprOf(th, s.Key) + ")"
	case ListItem, ListItemEnd:
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
		return "GradGuardAccessor"
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
