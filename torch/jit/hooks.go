package jit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Hooks of modules are scripted with them. They are functions that belong to the type of the module: a call of it calls the hooks before forward with a tuple of the arguments, which
// they may replace, and those behind it with the tuple and the result.

// hooksOf are the Python functions in one of a module's dictionaries of hooks, with their identities for the key of the module's type.
func hooksOf(th *object.Thread, mod Value, table string) (hooks []Value, key string) {
	d, ok := object.AsDict(attr(th, mod, table))
	if !ok {
		return nil, ""
	}
	for _, h := range d.Values() {
		hooks = append(hooks, h)
		key += fmt.Sprintf("|%s#%d", table, object.ID(h))
	}
	return hooks, key
}

// hookFunctions makes functions of the hooks of a module type, which are compiled when the module is first called, or scripted.
func hookFunctions(t *ir.Type, info *moduleInfo) error {
	made := map[Value]*ir.Function{}
	for _, list := range []struct {
		from []Value
		to   *[]*ir.Function
	}{{info.preHooks, &t.Class.PreHooks}, {info.hooks, &t.Class.Hooks}} {
		for _, h := range list.from {
			fn := made[h]
			if fn == nil {
				f, ok := object.AsFunction(h)
				if !ok {
					return object.RuntimeErrorf("magneto: a hook that is no function written in Python cannot be scripted: %s", h.Type().Name)
				}
				name := f.Name.S
				taken := func(g *ir.Function) bool { return g.Name == name }
				if info.method(t, name) != nil || slices.ContainsFunc(t.Class.PreHooks, taken) || slices.ContainsFunc(t.Class.Hooks, taken) {
					return object.RuntimeErrorf("Can't define hook: %s on class: %s because a method or hook with that name already exists.", name, t.Name)
				}
				fn = moduleMethod(info.th, t, f, name)
				made[h] = fn
			}
			*list.to = append(*list.to, fn)
		}
	}
	return nil
}

// ensureHooks compiles the hooks of a module type and checks what they take and give.
func ensureHooks(th *object.Thread, t *ir.Type) error {
	c := t.Class
	info, _ := c.Source.(*moduleInfo)
	if info == nil || info.hooksChecked || len(c.PreHooks)+len(c.Hooks) == 0 {
		return nil
	}
	forward := info.method(t, "forward")
	if forward == nil {
		return nil
	}
	for _, f := range append(append([]*ir.Function{forward}, c.PreHooks...), c.Hooks...) {
		if err := f.Ensure(); err != nil {
			return err
		}
	}
	info.hooksChecked = true
	given := make([]*ir.Type, 0, len(forward.Schema.Args))
	for _, a := range forward.Schema.Args[1:] {
		given = append(given, a.Type)
	}
	for _, f := range c.PreHooks {
		if why := preHookProblem(th, f, given, shortName(t)); why != "" {
			return object.RuntimeErrorf("%s", why)
		}
	}
	result := forward.Schema.ReturnType()
	for _, f := range c.Hooks {
		if why := hookProblem(f, given, result, shortName(t)); why != "" {
			return object.RuntimeErrorf("%s", why)
		}
		if r := f.Schema.ReturnType(); !r.IsNone() {
			result = r
		}
	}
	return nil
}

// inputProblem says what is wrong with the arguments of a hook, "" if nothing is. advice ends every text.
func inputProblem(what string, f *ir.Function, count int, given []*ir.Type, advice string) string {
	args := f.Schema.Args
	if len(args) != count {
		return fmt.Sprintf("%s was expected to only have exactly %d inputs but it had %d inputs. %s", what, count, len(args), advice)
	}
	input := args[1].Type
	switch {
	case input.Kind != ir.TupleKind:
		return fmt.Sprintf("%s expected the input argument to be typed as a Tuple but found type: '%s' instead.\n%s", what, input.Annotation(), advice)
	case len(input.Elem) != len(given):
		return fmt.Sprintf("%s has the wrong number of contained types for the input argument's Tuple. Received type: '%s'.\n%s", what, input.Annotation(), advice)
	case !slices.EqualFunc(input.Elem, given, (*ir.Type).Equal):
		return fmt.Sprintf("%s has the wrong inner types for the input tuple argument. Received type: '%s'.\n%s", what, input.Annotation(), advice)
	}
	return ""
}

func preHookProblem(th *object.Thread, f *ir.Function, given []*ir.Type, module string) string {
	tuple := ir.TupleOf(given...).Annotation()
	choices := fmt.Sprintf("'None' or '%s'", tuple)
	if len(given) == 1 {
		choices = fmt.Sprintf("'None', '%s', or '%s'", given[0].Annotation(), tuple)
	}
	what := fmt.Sprintf("Pre-hook '%s' on module '%s'", f.Name, module)
	advice := fmt.Sprintf("This error occurred while scripting the forward pre-hook '%s' on module '%s'. If you did not want to script this pre-hook remove it from the original NN module before scripting. "+
		"Pre-hooks for module '%s' are expected to have the following signature: %s(self, input: %s) with a return type of either %s.\n", f.Name, module, module, f.Name, tuple, choices)
	if why := inputProblem(what, f, 2, given, advice); why != "" {
		return why
	}
	if python, ok := f.Source.(*object.Function); ok {
		if d, ok := object.AsDict(attr(th, python.Ref(), "__annotations__")); ok {
			if _, said := d.Lookup("return"); !said {
				return what + " is missing a return annotation. Return annotations are required, please add one.\n" + advice
			}
		}
	}
	r := f.Schema.ReturnType()
	switch {
	case r.IsNone(), len(given) == 1 && r.Equal(given[0]), r.Kind == ir.TupleKind && slices.EqualFunc(r.Elem, given, (*ir.Type).Equal):
		return ""
	case r.Kind != ir.TupleKind:
		return fmt.Sprintf("%s returned the wrong type of: '%s'.%s", what, r.Annotation(), advice)
	}
	return fmt.Sprintf("%s returned the wrong type of: '%s'. The returned tuple contains the wrong inner types.\n%s", what, r.Annotation(), advice)
}

func hookProblem(f *ir.Function, given []*ir.Type, result *ir.Type, module string) string {
	what := fmt.Sprintf("Hook '%s' on module '%s'", f.Name, module)
	advice := fmt.Sprintf("This error occurred while scripting the forward hook '%s' on module %s. If you did not want to script this hook remove it from the original NN module before scripting. "+
		"This hook was expected to have the following signature: %s(self, input: %s, output: %s). The type of the output arg is the returned type from either the forward method or the previous hook if it exists. "+
		"Note that hooks can return anything, but if the hook is on a submodule the outer module is expecting the same return type as the submodule's forward.\n",
		f.Name, module, f.Name, ir.TupleOf(given...).Annotation(), result.Annotation())
	if why := inputProblem(what, f, 3, given, advice); why != "" {
		return why
	}
	if got := f.Schema.Args[2].Type; !got.Equal(result) {
		return fmt.Sprintf("%s has the wrong type for the output argument. Received type: '%s'. Expected type: '%s'.\n%s", what, got.Annotation(), result.Annotation(), advice)
	}
	return ""
}

// callWithHooks emits a call of a module that has hooks.
func (m moduleValue) callWithHooks(e *front.Emitter, r ir.Range, forward front.Sugared, args, kwargs []front.Named) front.Sugared {
	if info := m.info(); info != nil {
		front.Check(ensureHooks(info.th, m.t))
	}
	c := m.t.Class
	self := front.Named{Value: m.v, Range: r}
	values := make([]*ir.Value, len(args))
	for i := range args {
		values[i] = e.ArgValue(&args[i])
	}
	input := e.Tuple(values)
	for _, f := range c.PreHooks {
		out := front.NewFunc(f).Call(e, r, []front.Named{self, {Value: input, Range: r}}, nil, 1).Value(e, r)
		switch {
		case out.Type.IsNone():
		case out.Type.Kind == ir.TupleKind:
			input = out
		default:
			input = e.Tuple([]*ir.Value{out})
		}
	}
	if len(c.PreHooks) > 0 {
		args = nil
		for _, v := range e.UnpackTuple(input) {
			args = append(args, front.Named{Value: v, Range: r})
		}
	}
	result := forward.Call(e, r, args, kwargs, 1).Value(e, r)
	for _, f := range c.Hooks {
		if out := front.NewFunc(f).Call(e, r, []front.Named{self, {Value: input, Range: r}, {Value: result, Range: r}}, nil, 1).Value(e, r); !out.Type.IsNone() {
			result = out
		}
	}
	return front.Simple{V: result}
}

// scriptedHooks gives, for (module object, which), the scripted hooks of a module as functions that are called like its methods.
func scriptedHooks(th *object.Thread, args, _ []Value) (Value, error) {
	t := objectArg(args[0]).Type
	if err := raised(th, front.Guard(func() error { return ensureHooks(th, t) })); err != nil {
		return object.Null, err
	}
	list := t.Class.Hooks
	if strings.HasPrefix(textArg(args[1]), "pre") {
		list = t.Class.PreHooks
	}
	out := object.NewList()
	for _, f := range list {
		out.Items = append(out.Items, object.NewNative(methodType, &method{f, args[0], objectArg(args[0]).Wrapper}))
	}
	return out.Ref(), nil
}
