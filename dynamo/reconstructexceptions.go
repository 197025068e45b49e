package dynamo

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// exception makes an exception that tracing made: of the same class and with the same arguments, whatever the class does when one is made. Its
// attributes, cause and context are stored later, since they may refer back to it.
func (g *generator) exception(th *object.Thread, c *variables.Container) error {
	t := g.x.trace
	e, _ := object.AsException(c.V)
	g.callValue(newException(c.V.Type()))
	for _, a := range e.Args.Items {
		if err := g.value(th, t.FromValue(a)); err != nil {
			return err
		}
	}
	g.emit(bytecode.BUILD_TUPLE, len(e.Args.Items))
	g.emit(bytecode.CALL, 1)
	g.save(c)
	defer g.attributes(c, &c.Attrs)
	attrs := object.NewDict()
	if d := c.V.Dict(); d != nil && c.V.Type().HasDict() {
		attrs = d.Copy()
	}
	object.EachSlot(c.V, func(name *object.Str, x object.Value) { attrs.SetStr(name, x) })
	e.EachField(func(name string, x object.Value) { attrs.Put(name, x) })
	if e.Traceback != nil && !e.Traceback.Frame.IsNull() { // of a frame that ran, given by with_traceback
		attrs.Put("__traceback__", e.Traceback.Ref())
	}
	if e.Cause.IsNull() && e.Context.IsNull() && !e.SuppressContext && attrs.Len() == 0 {
		return nil
	}
	tmp := g.saved[c]
	g.queue = append(g.queue, later{of: c, do: func(th *object.Thread) error {
		g.callValue(fillException)
		g.emit(bytecode.LOAD_FAST, tmp)
		for _, link := range []object.Value{e.Cause, e.Context} {
			if link.IsNull() {
				g.constant(object.None)
			} else if err := g.value(th, t.FromValue(link)); err != nil {
				return err
			}
		}
		g.constant(object.Bool(e.SuppressContext))
		err := attrs.Each(th, func(th *object.Thread, k, v object.Value) error {
			g.constant(k)
			return g.value(th, t.FromValue(v))
		})
		if err != nil {
			return err
		}
		g.emit(bytecode.BUILD_MAP, attrs.Len())
		g.emit(bytecode.CALL, 5)
		g.emit(bytecode.POP_TOP, 0)
		return nil
	}})
	return nil
}

// newException makes an exception of a class from its arguments as the built-in class does that it derives from.
func newException(class *object.Type) object.Value {
	return object.NewFuncValue("___make_"+class.ShortName(), func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		items, _ := object.Items(args[0])
		return variables.MadeNatively(th, class, items)
	})
}

// fillException stores the cause, the context, whether it is shown, and the attributes of an exception.
var fillException = object.NewFuncValue("___fill_exception", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	e, _ := object.AsException(args[0])
	for i, link := range []*object.Value{&e.Cause, &e.Context} {
		if !args[1+i].IsNone() {
			*link = args[1+i]
		}
	}
	e.SuppressContext = args[3] == object.True
	made := args[0]
	attrs, _ := object.AsDict(args[4])
	return object.None, attrs.Each(th, func(th *object.Thread, k, v object.Value) error {
		if name, ok := object.AsStr(k); ok {
			onClass := e.Type().Lookup(th, name)
			if !onClass.IsNull() && onClass.Type() == object.MemberType {
				return object.GenericSetAttr(th, made, name, v)
			}
			if tb, ok := object.AsTraceback(v); ok && name.S == "__traceback__" {
				e.Traceback = tb
				return nil
			}
			if !onClass.IsNull() && onClass.Type() == object.GetsetType {
				e.SetAttr(th, name.S, v)
				return nil
			}
		}
		return object.InstanceDict(made).Set(th, k, v)
	})
})
