package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Functions of numpy.random in graphs: they draw from torch's generator, unless torch._dynamo.config.use_numpy_random_stream is set, when they are not
// traced. A number, drawn without a size, is the item of a tensor, at which the graph breaks.

// numpyDraws are the functions that graphs know.
var numpyDraws = map[string]bool{"seed": true, "rand": true, "randn": true, "random": true, "random_sample": true, "sample": true, "uniform": true, "normal": true, "randint": true}

// graphName is the name of a function of numpy in graphs, which is that of torch._numpy's.
func graphName(name string) string {
	if name == "random" || name == "sample" {
		return "random_sample"
	}
	return name
}

// drawsNumpy is the break at a call of a known function of numpy.random, nil where it is recorded.
func (t *Trace) drawsNumpy(th *object.Thread, fn object.Value, name string, args []Tracker, kwargs []KW) error {
	if !numpyDraws[name] {
		return nil
	}
	if t.Config.NumpyStream {
		shown := guards.ReprOf(th, fn)
		return &Unsupported{Title: "attempted to trace torch._numpy.random function with config.use_numpy_random_stream=True",
			Context:     fmt.Sprintf("numpy function: %s, %s (corresponding torch function: <function %s>)", shown, t.shownCall(th, args, kwargs), name),
			Explanation: "Attempted to trace " + shown + " when `torch._dynamo.config.use_numpy_random_stream` is set to True.",
			Hints:       []string{"Set `torch._dynamo.config.use_numpy_random_stream` to False.", "Avoid calling " + shown + "."}}
	}
	if t.drawsNumber(th, name, args, kwargs) {
		return itemOfData()
	}
	return nil
}

// seedNumpy records the call of numpy.random.seed, which seeds the generator of torch when the graph runs.
func (t *Trace) seedNumpy(th *object.Thread, args []Tracker, kwargs []KW) (Tracker, error) {
	target, err := t.numpyTarget(th, "wrapped_seed", t.Host.Attribute(th, "torch._numpy._functions.seed"))
	if err != nil {
		return nil, err
	}
	_, err = t.node(th, target, args, kwargs)
	return None(), err
}

// drawsNumber tells whether a call gives one number, not an array.
func (t *Trace) drawsNumber(th *object.Thread, name string, args []Tracker, kwargs []KW) bool {
	size := map[string]int{"random": 0, "random_sample": 0, "sample": 0, "uniform": 2, "normal": 2, "randint": 2}
	if name == "seed" {
		return false
	}
	at, sized := size[name]
	if !sized {
		return len(args) == 0
	}
	for _, kw := range kwargs {
		if kw.Name == "size" {
			return isNone(t, kw.Value)
		}
	}
	return at >= len(args) || isNone(t, args[at])
}

func isNone(t *Trace, x Tracker) bool {
	c, ok := t.Peek(x).(*Constant)
	return ok && c.V.IsNone()
}

// globalDraws tells whether a value is a method of the generator whose methods are the functions of numpy.random.
func (t *Trace) globalDraws(th *object.Thread, v object.Value) bool {
	m, ok := object.AsMethod(v)
	return ok && m.Self == t.globalGenerator(th)
}

func (t *Trace) globalGenerator(th *object.Thread) object.Value {
	if m, ok := object.AsMethod(t.Host.Attribute(th, "numpy.random.rand")); ok {
		return m.Self
	}
	return object.Null
}

// generates finds the generator of numpy whose method fn is, and the method's name.
func (t *Trace) generates(th *object.Thread, fn Tracker) (generator object.Value, name string) {
	switch f := fn.(type) {
	case *Builtin:
		if m, ok := object.AsMethod(f.Fn); ok && t.globalDraws(th, f.Fn) {
			if fn, ok := object.AsFunction(m.Func); ok {
				return m.Self, fn.Name.S
			}
		}
	case *Function:
		if moduleName(f.Fn) == "numpy.random" && functionPath(f.Fn) == "numpy.random."+f.Fn.Name.S {
			return f.Fn.Ref(), ""
		}
	case *Method:
		x, err := t.Realize(th, f.Self)
		self, known := x.(*Object)
		fn, python := f.Func.(*Function)
		if err == nil && known && python && strings.HasPrefix(self.T.FullName(), "numpy.random.") {
			return self.V, fn.Fn.Name.S
		}
	}
	return object.Null, ""
}

// unknownDraw is the break at a method of a generator of numpy, or at a function of numpy.random, which has no such name.
func (t *Trace) unknownDraw(th *object.Thread, v object.Value, name string, args []Tracker, kwargs []KW) error {
	class := v.Type().ShortName()
	if name != "" && v != t.globalGenerator(th) {
		return &Unsupported{Title: "Unsupported method call", Context: fmt.Sprintf("call_method UserDefinedObjectVariable(%s) %s [%s] {%s}", class, name, t.shownArgs(th, args), t.shownKeywords(th, kwargs)),
			Explanation: fmt.Sprintf("Dynamo does not know how to trace method `%s` of class `%s`", name, class),
			Hints:       []string{fmt.Sprintf("Avoid calling `%s.%s` in your code.", class, name), "Please report an issue to PyTorch."}}
	}
	if name == "choice" {
		return itemOfData()
	}
	if name != "" {
		var err error
		if v, err = object.GetAttr(th, v, name); err != nil {
			return err
		}
	}
	shown := guards.ReprOf(th, v)
	return &Unsupported{Title: "attempted to trace numpy function unsupported by PyTorch",
		Context:     fmt.Sprintf("numpy function: %s, %s (corresponding torch function: None)", shown, t.shownCall(th, args, kwargs)),
		Explanation: "Can't find numpy numpy function " + shown + " in torch._numpy.", Hints: []string{Supportable}}
}

// shownCall shows the arguments of a call as breaks do.
func (t *Trace) shownCall(th *object.Thread, args []Tracker, kwargs []KW) string {
	return fmt.Sprintf("args: [%s], kwargs: {%s}", t.shownArgs(th, args), t.shownKeywords(th, kwargs))
}

func (t *Trace) shownArgs(th *object.Thread, args []Tracker) string {
	shown := make([]string, len(args))
	for i, a := range args {
		shown[i] = t.shownTracker(th, a)
	}
	return strings.Join(shown, ", ")
}

func (t *Trace) shownKeywords(th *object.Thread, kwargs []KW) string {
	shown := make([]string, len(kwargs))
	for i, kw := range kwargs {
		shown[i] = fmt.Sprintf("'%s': %s", kw.Name, t.shownTracker(th, kw.Value))
	}
	return strings.Join(shown, ", ")
}

func (t *Trace) shownTracker(th *object.Thread, x Tracker) string {
	if c, ok := t.Peek(x).(*Constant); ok {
		return fmt.Sprintf("ConstantVariable(%s: %s)", c.V.Type().Name, guards.ReprOf(th, c.V))
	}
	return x.Kind() + "()"
}
