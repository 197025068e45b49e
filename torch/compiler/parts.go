package compiler

import (
	"slices"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// What compiled functions are written to files as: their code and their guards as plain values.

func registerParts(m *object.Module) {
	m.SetFunc("code_parts", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		code, ok := object.AsCode(args[0])
		if !ok {
			return object.Null, object.TypeErrorf("code_parts() takes a code object")
		}
		return object.CodeParts(th, code), nil
	})
	m.SetFunc("code_of", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		code, err := object.CodeOf(th, args[0])
		if err != nil {
			return object.Null, err
		}
		return code.Ref(), nil
	})
	m.SetFunc("guards_of", guardsOf)
	m.SetFunc("load_precompile_entry", loadEntry)
	m.SetFunc("unload_precompile_entries", func(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
		if code, ok := object.AsCode(args[0]); ok {
			dynamo.Unload(code)
		}
		return object.None, nil
	})
}

func guardValues(th *object.Thread) guards.Values {
	return guards.Values{Object: func(v any) object.Value { return torch.FromOps(th, v) }, Of: func(v object.Value) (any, error) { return torch.ToOps(th, v) }}
}

// partsOf is () → the guards of an entry, each as (kind, what it consists of); those on sizes are of the kind SHAPE_ENV.
func partsOf(program *guards.Program) object.Value {
	return object.NewFuncValue("parts", func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		list, shapes := program.Conditions()
		var out []object.Value
		for _, g := range list {
			out = append(out, object.NewTuple(object.NewStr(g.Kind.Name()), guards.GuardParts(g, guardValues(th))).Ref())
		}
		for _, g := range shapes {
			out = append(out, object.NewTuple(object.NewStr(guards.ShapeEnvGuard.Name()), guards.ShapeParts(g)).Ref())
		}
		return object.NewTuple(out...).Ref(), nil
	})
}

// guardsOf is (code, parts) → (text of the tree, check, the sources that differ, parts) of guards that partsOf gave, perhaps in another process.
func guardsOf(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	code, program, err := programOf(th, args[0], args[1])
	if err != nil {
		return object.Null, err
	}
	return object.NewTuple(object.NewStr(program.Text(th)), checkOf(code, program), differingOf(code, program), partsOf(program)).Ref(), nil
}

// programOf is the program of guards that partsOf gave, for calls of a code object.
func programOf(th *object.Thread, of, given object.Value) (*object.Code, *guards.Program, error) {
	values := guardValues(th)
	code, ok := object.AsCode(of)
	parts, isTuple := object.AsTuple(given)
	if !ok || !isTuple {
		return nil, nil, object.TypeErrorf("guards are made for a code object, of a tuple of their parts")
	}
	var list []*guards.Guard
	var shapes []*guards.ShapeGuard
	for _, part := range parts.Items {
		pair, _ := object.AsTuple(part)
		if pair == nil || len(pair.Items) != 2 {
			return nil, nil, object.ValueErrorf("these are not the parts of a guard")
		}
		condition, _ := object.AsTuple(pair.Items[1])
		if condition != nil && len(condition.Items) == 6 {
			g, err := guards.ShapeOf(pair.Items[1])
			if err != nil {
				return nil, nil, err
			}
			shapes = append(shapes, g)
			continue
		}
		g, err := guards.GuardOf(pair.Items[1], values)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, g)
	}
	if outOfSlots(code, list) {
		return nil, nil, object.ValueErrorf("these guards are of another function than %s", code.Name)
	}
	return code, guards.Build(list, shapes), nil
}

// loadEntry is (code, parts of guards, new code): frames of the code that meet the guards run the new code, whatever they are compiled with.
func loadEntry(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	code, program, err := programOf(th, args[0], args[1])
	if err != nil {
		return object.Null, err
	}
	compiled, ok := object.AsCode(args[2])
	if !ok {
		return object.Null, object.TypeErrorf("load_precompile_entry() takes the new code as its third argument")
	}
	dynamo.Load(th, code, program, compiled)
	return object.None, nil
}

// outOfSlots tells whether guards look at arguments that calls of the code do not have.
func outOfSlots(code *object.Code, list []*guards.Guard) bool {
	return slices.ContainsFunc(list, func(g *guards.Guard) bool {
		s := g.Source
		if s == nil {
			return false
		}
		s = s.Root()
		return s.Access == guards.Local && s.Index >= code.ParamCount() || s.Access == guards.Free && s.Index >= len(code.FreeVars)
	})
}
