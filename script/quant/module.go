package quant

import (
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
)

// observerPrefix begins the names of the attributes that hold observers.
const observerPrefix = "_observer_"

// Module is a scripted module, as its methods see it.
type Module = exec.Object

// Config are the observers of what a module computes and of its weights, of which each place gets a copy.
type Config struct{ Activation, Weight *Module }

// Host is what the passes need of torch.
type Host interface {
	// Child is a submodule of a module; nil for another attribute.
	Child(m *Module, name string) *Module
	// Copied is a copy of an observer.
	Copied(observer *Module) (*Module, error)
	// SetChild makes a submodule an attribute of a module.
	SetChild(m *Module, name string, child *Module)
	// Half says whether an observer is for half precision.
	Half(observer *Module) bool
	// CustomOperator is the name of the operator that an observer stands for; "" for most.
	CustomOperator(observer *Module) string
	// Watch shows a value of a module's graph, which depends on attributes alone, to an observer.
	Watch(m *Module, v *ir.Value, observer *Module) error
	// Parameters are what an observer has found, by the operator that quantises with it.
	Parameters(observer *Module, dynamic bool) (Parameters, error)
	// SetAttribute makes a value an attribute of a module.
	SetAttribute(m *Module, p Parameter, name string)
	// Prepare does what precedes observation in the graph of a method.
	Prepare(g *ir.Graph) error
	// Warn warns a user.
	Warn(text string) error
}

// Parameters are what an observer has found.
type Parameters struct {
	// PerChannel says that there is a scale for each index of an axis.
	PerChannel bool
	// ReduceRange says that quantisation at each call leaves a bit out.
	ReduceRange bool
	// List are the operands of the operator that quantises, behind the tensor.
	List []Parameter
}

// Parameter is an operand of an operator that quantises: the end of its name, and what a module holds.
type Parameter struct {
	Name  string
	Type  *ir.Type
	Value exec.Value
}

// moduleOf is the submodule that a value of a graph is, by the attributes that lead to it; nil for none.
func moduleOf(host Host, self *Module, v *ir.Value) *Module {
	n := v.Node()
	switch n.Kind {
	case "prim::Param":
		if v.Offset() == 0 && n.Block().Owner() == nil {
			return self
		}
	case "prim::GetAttr":
		if m := moduleOf(host, self, n.Inputs[0]); m != nil {
			return host.Child(m, n.StrAttr("name"))
		}
	}
	return nil
}

// methodOf is the method that a node calls, with the module that it belongs to; nil for what is no call of a method of a submodule.
func methodOf(host Host, self *Module, n *ir.Node) (*Module, *ir.Function) {
	if n.Kind != "prim::CallMethod" {
		return nil, nil
	}
	m := moduleOf(host, self, n.Inputs[0])
	if m == nil {
		return nil, nil
	}
	f := m.Type.Class.Called(n.StrAttr("name"))
	if f == nil || f.Graph == nil {
		return nil, nil
	}
	return m, f
}

// functionOf is the function that a node calls, where it is a user's: one that is not computed on quantised tensors as a whole.
func functionOf(n *ir.Node) *ir.Function {
	if n.Kind != "prim::CallFunction" {
		return nil
	}
	if k := kindOf(n); k.static || k.shape || k.value {
		return nil
	}
	if c, ok := n.Inputs[0].ConstantOf(); ok {
		if f, ok := c.V.(*ir.FunctionConst); ok && f.F.Graph != nil {
			return f.F
		}
	}
	return nil
}

// eachCalled calls f for the methods that a method calls of submodules.
func eachCalled(host Host, m *Module, g *ir.Graph, f func(child *Module, called *ir.Function) error) error {
	var fault error
	g.Block.Walk(func(n *ir.Node) {
		if fault != nil {
			return
		}
		if child, called := methodOf(host, m, n); child != nil {
			fault = f(child, called)
		}
	})
	return fault
}

// isObserver says whether a node shows a value to an observer.
func isObserver(n *ir.Node) bool {
	if n.Kind != "prim::CallMethod" || n.StrAttr("name") != "forward" {
		return false
	}
	held := n.Inputs[0].Node()
	return held.Kind == "prim::GetAttr" && strings.HasPrefix(held.StrAttr("name"), observerPrefix)
}

// className is the name of the class of a value, without its module and the mark that makes it unique.
func className(v *ir.Value) string {
	return v.Type.Name[strings.LastIndexByte(v.Type.Name, '.')+1:]
}

// free is a name that no attribute of a module has: the first with a number that makes it so.
func free(m *Module, name string, from *int) string {
	for {
		fresh := name + strconv.Itoa(*from)
		*from++
		if m.Type.Class.Attr(fresh) < 0 {
			return fresh
		}
	}
}

// ModuleCalled is the submodule whose forward a node calls with one operand, if its class begins with a name and says how many dimensions it has; else nil.
func ModuleCalled(host Host, self *Module, n *ir.Node, class string) (*Module, *ir.Value) {
	if n.Kind != "prim::CallMethod" || n.StrAttr("name") != "forward" || len(n.Inputs) != 2 {
		return nil, nil
	}
	name := className(n.Inputs[0])
	if size, ok := strings.CutPrefix(name, class); !ok || size != "1d" && size != "2d" && size != "3d" {
		return nil, nil
	}
	return moduleOf(host, self, n.Inputs[0]), n.Inputs[1]
}
