package dynamo

import (
	"errors"
	"fmt"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// handlers is the symbolic meaning of every opcode. An opcode without an entry
// is a graph break ("Missing bytecode handler"); a test checks that those are
// only the ones that function bodies never hold.
var handlers [bytecode.OpcodeCount]func(th *object.Thread, f *frame, arg int) error

func init() {
	handlers = [bytecode.OpcodeCount]func(th *object.Thread, f *frame, arg int) error{
		bytecode.NOP:       nothing,
		bytecode.RESUME:    nothing,
		bytecode.END_FOR:   func(th *object.Thread, f *frame, _ int) error { f.pop(); return nil },
		bytecode.POP_TOP:   func(th *object.Thread, f *frame, _ int) error { f.pop(); return nil },
		bytecode.POP_ITER:  func(th *object.Thread, f *frame, _ int) error { f.pop(); return nil },
		bytecode.PUSH_NULL: func(th *object.Thread, f *frame, _ int) error { f.push(&variables.Null{}); return nil },
		bytecode.COPY:      func(th *object.Thread, f *frame, n int) error { f.push(f.peek(n - 1)); return nil },
		bytecode.SWAP: func(th *object.Thread, f *frame, n int) error {
			top, other := len(f.stack)-1, len(f.stack)-n
			f.stack[top], f.stack[other] = f.stack[other], f.stack[top]
			return nil
		},
		bytecode.UNARY_NEGATIVE: func(th *object.Thread, f *frame, _ int) error { return f.pushed(f.trace().Unary(th, "neg", f.pop())) },
		bytecode.UNARY_INVERT: func(th *object.Thread, f *frame, _ int) error {
			return f.pushed(f.trace().Unary(th, "invert", f.pop()))
		},
		bytecode.UNARY_NOT: func(th *object.Thread, f *frame, _ int) error { return f.pushed(f.trace().Not(th, f.pop())) },
		bytecode.TO_BOOL:   toBool,
		bytecode.BINARY_OP: binaryOp,
		bytecode.BINARY_SLICE: func(th *object.Thread, f *frame, _ int) error {
			v := f.popN(3)
			x, err := f.trace().Realize(th, v[0]) // an input of the graph before the bounds
			if err != nil {
				return err
			}
			s, err := f.slice(th, v[1], v[2], variables.None())
			if err != nil {
				return err
			}
			return f.pushed(f.trace().GetItem(th, x, s))
		},
		bytecode.STORE_SLICE: func(th *object.Thread, f *frame, _ int) error {
			v := f.popN(4)
			x, err := f.trace().Realize(th, v[1])
			if err != nil {
				return err
			}
			s, err := f.slice(th, v[2], v[3], variables.None())
			if err != nil {
				return err
			}
			return f.trace().SetItem(th, x, s, v[0])
		},
		bytecode.STORE_SUBSCR: func(th *object.Thread, f *frame, _ int) error {
			v := f.popN(3)
			return f.trace().SetItem(th, v[1], v[2], v[0])
		},
		bytecode.DELETE_SUBSCR: func(th *object.Thread, f *frame, _ int) error {
			v := f.popN(2)
			return f.trace().SetItem(th, v[0], v[1], nil)
		},
		bytecode.COMPARE_OP: func(th *object.Thread, f *frame, arg int) error {
			v := f.popN(2)
			return f.pushed(f.trace().Compare(th, object.CompareOp(arg>>5), v[0], v[1]))
		},
		bytecode.IS_OP: func(th *object.Thread, f *frame, arg int) error {
			v := f.popN(2)
			same, err := f.trace().Is(th, v[0], v[1])
			return f.pushed(boolean(same != (arg == 1)), err)
		},
		bytecode.CONTAINS_OP: func(th *object.Thread, f *frame, arg int) error {
			v := f.popN(2)
			x, err := f.trace().Contains(th, v[1], v[0])
			if err != nil {
				return err
			}
			if arg == 1 {
				x, err = f.trace().Not(th, x)
			}
			return f.pushed(x, err)
		},
		bytecode.LOAD_CONST: func(th *object.Thread, f *frame, i int) error {
			f.push(f.trace().FromValue(f.code.ConstValues[i]))
			return nil
		},
		bytecode.LOAD_SMALL_INT: func(th *object.Thread, f *frame, i int) error {
			f.push(variables.NewConstant(object.Int(int64(i))))
			return nil
		},
		bytecode.LOAD_COMMON_CONSTANT: func(th *object.Thread, f *frame, i int) error {
			f.push(f.trace().FromValue(commonConstant(th, i)))
			return nil
		},
		bytecode.LOAD_FAST:       loadFast,
		bytecode.LOAD_FAST_CHECK: loadFast,
		bytecode.LOAD_FAST_AND_CLEAR: func(th *object.Thread, f *frame, i int) error {
			x := f.locals[i]
			if x == nil {
				x = &variables.Null{}
			}
			f.locals[i] = nil
			f.push(x)
			return nil
		},
		bytecode.STORE_FAST:  storeFast,
		bytecode.DELETE_FAST: deleteFast,
		bytecode.MAKE_CELL: func(th *object.Thread, f *frame, i int) error {
			c := object.NewCell(object.Null)
			state := f.trace().Cell(c, nil, f.code.LocalsPlus[i])
			f.trace().OwnCell(state)
			state.Inlined = !f.isRoot()
			if x := f.locals[i]; x != nil {
				state.Value, state.Written = x, true
			}
			f.locals[i] = &variables.Cell{C: c}
			return nil
		},
		bytecode.COPY_FREE_VARS: copyFreeVars,
		bytecode.LOAD_DEREF:     loadDeref,
		bytecode.STORE_DEREF: func(th *object.Thread, f *frame, i int) error {
			x := f.pop()
			c := f.locals[i].(*variables.Cell).C
			if err := f.trace().Stores(th, c, x); err != nil {
				return err
			}
			f.writeCell(c, x)
			if !f.trace().Cell(c, nil, "").Inlined {
				f.trace().NameNode(f.trace().Peek(x), f.code.LocalsPlus[i])
			}
			return nil
		},
		bytecode.DELETE_DEREF: func(th *object.Thread, f *frame, i int) error {
			f.writeCell(f.locals[i].(*variables.Cell).C, nil)
			return nil
		},
		bytecode.LOAD_GLOBAL:  loadGlobal,
		bytecode.STORE_GLOBAL: storeGlobal,
		bytecode.LOAD_ATTR:    loadAttr,
		bytecode.STORE_ATTR: func(th *object.Thread, f *frame, i int) error {
			v := f.popN(2)
			return f.trace().SetAttr(th, v[1], f.code.Names[i], v[0])
		},
		bytecode.DELETE_ATTR:     func(th *object.Thread, f *frame, i int) error { return f.trace().DelAttr(th, f.pop(), f.code.Names[i]) },
		bytecode.LOAD_SUPER_ATTR: loadSuperAttr,
		bytecode.LOAD_SPECIAL:    loadSpecial,
		bytecode.IMPORT_NAME:     importName,
		bytecode.IMPORT_FROM: func(th *object.Thread, f *frame, i int) error {
			x, err := f.trace().GetAttr(th, f.peek(0), f.code.Names[i])
			return f.pushed(x, err)
		},
		bytecode.BUILD_TUPLE: func(th *object.Thread, f *frame, n int) error { f.push(f.trace().NewTuple(f.popN(n))); return nil },
		bytecode.BUILD_LIST:  func(th *object.Thread, f *frame, n int) error { f.push(f.trace().NewList(f.popN(n))); return nil },
		bytecode.BUILD_SET:   buildSet,
		bytecode.BUILD_MAP:   buildMap,
		bytecode.BUILD_STRING: func(th *object.Thread, f *frame, n int) error {
			return f.pushed(f.trace().Concatenate(th, f.popN(n)))
		},
		bytecode.BUILD_SLICE: func(th *object.Thread, f *frame, n int) error {
			v := f.popN(n)
			var step variables.Tracker = variables.None()
			if n == 3 {
				step = v[2]
			}
			return f.pushed(f.slice(th, v[0], v[1], step))
		},
		bytecode.LIST_APPEND: func(th *object.Thread, f *frame, n int) error { return f.extend(th, n, "append", f.pop()) },
		bytecode.LIST_EXTEND: func(th *object.Thread, f *frame, n int) error { return f.extendIterable(th, n, "extend", f.pop()) },
		bytecode.SET_ADD:     func(th *object.Thread, f *frame, n int) error { return f.extend(th, n, "add", f.pop()) },
		bytecode.SET_UPDATE:  func(th *object.Thread, f *frame, n int) error { return f.extendIterable(th, n, "update", f.pop()) },
		bytecode.MAP_ADD: func(th *object.Thread, f *frame, n int) error {
			v := f.popN(2)
			return f.trace().SetItem(th, f.peek(n-1), v[0], v[1])
		},
		bytecode.DICT_UPDATE:      dictUpdate,
		bytecode.DICT_MERGE:       dictMerge,
		bytecode.UNPACK_SEQUENCE:  unpackSequence,
		bytecode.UNPACK_EX:        unpackEx,
		bytecode.FORMAT_SIMPLE:    func(th *object.Thread, f *frame, _ int) error { return f.pushed(f.trace().Format(th, f.pop(), "")) },
		bytecode.FORMAT_WITH_SPEC: formatWithSpec,
		bytecode.CONVERT_VALUE: func(th *object.Thread, f *frame, how int) error {
			name := map[int]string{1: "str", 2: "repr", 3: "repr"}[how]
			x, err := f.trace().Text(th, f.pop(), name)
			if err != nil {
				return err
			}
			f.push(x)
			return nil
		},
		bytecode.GET_ITER:                   func(th *object.Thread, f *frame, _ int) error { return f.pushed(f.trace().Iter(th, f.pop())) },
		bytecode.GET_YIELD_FROM_ITER:        func(th *object.Thread, f *frame, _ int) error { return f.pushed(f.trace().Iter(th, f.pop())) },
		bytecode.FOR_ITER:                   forIter,
		bytecode.SEND:                       send,
		bytecode.END_SEND:                   func(th *object.Thread, f *frame, _ int) error { v := f.popN(2); f.push(v[1]); return nil },
		bytecode.YIELD_VALUE:                func(th *object.Thread, f *frame, _ int) error { f.yielded = f.pop(); return nil },
		bytecode.RETURN_GENERATOR:           func(th *object.Thread, f *frame, _ int) error { f.push(variables.None()); return nil },
		bytecode.RETURN_VALUE:               returnValue,
		bytecode.CLEANUP_THROW:              cleanupThrow,
		bytecode.JUMP_FORWARD:               jump,
		bytecode.JUMP_BACKWARD:              jump,
		bytecode.JUMP_BACKWARD_NO_INTERRUPT: jump,
		bytecode.POP_JUMP_IF_TRUE:           func(th *object.Thread, f *frame, target int) error { return f.jumpIf(th, target, true) },
		bytecode.POP_JUMP_IF_FALSE:          func(th *object.Thread, f *frame, target int) error { return f.jumpIf(th, target, false) },
		bytecode.POP_JUMP_IF_NONE:           func(th *object.Thread, f *frame, target int) error { return f.jumpIfNone(th, target, true) },
		bytecode.POP_JUMP_IF_NOT_NONE:       func(th *object.Thread, f *frame, target int) error { return f.jumpIfNone(th, target, false) },
		bytecode.CALL:                       call,
		bytecode.CALL_KW:                    callKw,
		bytecode.CALL_FUNCTION_EX:           callFunctionEx,
		bytecode.CALL_INTRINSIC_1:           callIntrinsic1,
		bytecode.MAKE_FUNCTION:              makeFunction,
		bytecode.SET_FUNCTION_ATTRIBUTE:     setFunctionAttribute,
		bytecode.RAISE_VARARGS:              raiseVarargs,
		bytecode.RERAISE:                    reraise,
		bytecode.PUSH_EXC_INFO:              pushExcInfo,
		bytecode.LOAD_BUILD_CLASS:           loadBuildClass,
		bytecode.POP_EXCEPT:                 popExcept,
		bytecode.CHECK_EXC_MATCH:            checkExcMatch,
		bytecode.WITH_EXCEPT_START:          withExceptStart,
		bytecode.MATCH_MAPPING:              func(th *object.Thread, f *frame, _ int) error { return f.matchKind(th, true) },
		bytecode.MATCH_SEQUENCE:             func(th *object.Thread, f *frame, _ int) error { return f.matchKind(th, false) },
		bytecode.MATCH_KEYS:                 matchKeys,
		bytecode.MATCH_CLASS:                matchClass,
		bytecode.GET_LEN:                    func(th *object.Thread, f *frame, _ int) error { return f.pushed(f.trace().Len(th, f.peek(0))) },
	}
}

func nothing(*object.Thread, *frame, int) error { return nil }

func jump(th *object.Thread, f *frame, target int) error { f.ip = target; return nil }

// pushed pushes a result unless there is an error.
func (f *frame) pushed(x variables.Tracker, err error) error {
	if err == nil {
		f.push(x)
	}
	return err
}

func boolean(b bool) variables.Tracker { return variables.NewConstant(object.Bool(b)) }

// toBool leaves values of the graph alone: the jump behind it decides.
func toBool(th *object.Thread, f *frame, _ int) error {
	x, err := f.trace().Realize(th, f.peek(0))
	if err != nil {
		return err
	}
	switch x.(type) {
	case *variables.Tensor, *variables.SymBool, *variables.SymInt:
		return nil
	}
	if err := f.trace().ProbeTruth(th, x, f.ip < len(f.code.Instrs) && f.code.Instrs[f.ip].Op == bytecode.UNARY_NOT); err != nil {
		return err
	}
	b, err := f.trace().Truth(th, x)
	if err != nil {
		return err
	}
	f.pop()
	f.push(boolean(b))
	return nil
}

func binaryOp(th *object.Thread, f *frame, arg int) error {
	v := f.popN(2)
	if arg == bytecode.BinarySubscript {
		return f.pushed(f.trace().GetItemLast(th, v[0], v[1]))
	}
	inplace := arg >= int(object.NumOps)
	if inplace {
		arg -= int(object.NumOps)
	}
	return f.pushed(f.trace().Binary(th, object.Op(arg), v[0], v[1], inplace))
}

func (f *frame) slice(th *object.Thread, start, stop, step variables.Tracker) (variables.Tracker, error) {
	t := f.trace()
	parts := [3]object.Value{}
	for i, x := range []variables.Tracker{start, stop, step} {
		x, err := t.Realize(th, x)
		if err == nil {
			x, err = t.SliceBound(th, x)
		}
		if err != nil {
			return nil, err
		}
		parts[i] = t.ToValue(x)
	}
	s := &object.Slice{Header: object.NewHeader(object.SliceType), Start: parts[0], Stop: parts[1], Step: parts[2]}
	return t.FromValue(s.Ref()), nil
}

func loadFast(th *object.Thread, f *frame, i int) error {
	x := f.locals[i]
	if x == nil {
		name := f.code.LocalsPlus[i]
		return &variables.Unsupported{Title: "Attempted to read undefined local variable", Context: "LOAD_FAST " + name, Explanation: "Could not find a local variable with name `" + name + "`"}
	}
	f.push(x)
	return nil
}

func storeFast(th *object.Thread, f *frame, i int) error {
	x := f.pop()
	if _, ok := x.(*variables.Null); ok {
		f.locals[i] = nil
		return nil
	}
	f.locals[i] = x
	f.bindSlot(i)
	f.trace().NameNode(f.trace().Peek(x), f.code.LocalsPlus[i])
	return nil
}

func deleteFast(th *object.Thread, f *frame, i int) error {
	if f.locals[i] == nil {
		return object.NameErrorf(object.UnboundLocalError, f.code.LocalsPlus[i], "cannot access local variable '%s' where it is not associated with a value", f.code.LocalsPlus[i])
	}
	f.locals[i] = nil
	return nil
}

func copyFreeVars(th *object.Thread, f *frame, n int) error {
	first := len(f.locals) - n
	if f.isRoot() {
		for i := 0; i < n; i++ {
			c := f.x.closure.Cell(i)
			name := f.code.LocalsPlus[first+i]
			f.trace().Cell(c, guards.NewFree(name, i), name)
			f.locals[first+i] = &variables.Cell{C: c}
		}
		return nil
	}
	for i := 0; i < n; i++ {
		c := f.fn.Fn.Closure.Cell(i)
		var src *guards.Source
		if s := f.fn.Source(); s != nil {
			src = s.Closure(i, f.code.LocalsPlus[first+i])
		} else if !f.fn.New { // the cell was there before the trace
			src = variables.ExistingCell(c)
		}
		if f.trace().Cells[c] == nil && src != nil {
			f.trace().Cell(c, src, f.code.LocalsPlus[first+i])
		}
		f.locals[first+i] = &variables.Cell{C: c}
	}
	return nil
}

func loadDeref(th *object.Thread, f *frame, i int) error {
	x := f.readCell(f.locals[i].(*variables.Cell).C)
	if x == nil {
		return variables.UninitializedCell()
	}
	f.push(x)
	return nil
}

func loadGlobal(th *object.Thread, f *frame, arg int) error {
	name := f.code.Names[arg>>1]
	x, err := f.global(name)
	if err != nil {
		return err
	}
	f.push(x)
	if arg&1 != 0 {
		f.push(&variables.Null{})
	}
	return nil
}

// global finds a name among held-back stores, globals and builtins.
func (f *frame) global(name string) (variables.Tracker, error) {
	t := f.trace()
	for i := len(t.Globals) - 1; i >= 0; i-- {
		if g := t.Globals[i]; g.Dict == f.globals && g.Name == name {
			if g.Value == nil {
				break
			}
			return g.Value, nil
		}
	}
	if v, ok := f.globals.Lookup(name); ok {
		return t.Wrap(v, f.globalSource(name)), nil
	}
	if v, ok := f.builtins.Lookup(name); ok {
		if f.builtins == f.x.root.builtins {
			return t.Wrap(v, guards.NewBuiltin("__builtins_dict___0", name)), nil
		}
		return t.FromValue(v), nil
	}
	return nil, object.NameErrorf(object.NameError, name, "name '%s' is not defined", name)
}

// globalSource is G['name'] for the frame's own globals, else an entry of the
// module that owns them.
func (f *frame) globalSource(name string) *guards.Source {
	if f.globals == f.trace().FrameGlobals {
		return guards.NewGlobal(name)
	}
	module := "module"
	if v, ok := f.globals.Lookup("__name__"); ok {
		if s, ok := object.AsStr(v); ok {
			module = s.S
		}
	}
	key := f.x.globalsSource(module, f.globals)
	return key.GlobalOf(name)
}

func storeGlobal(th *object.Thread, f *frame, i int) error {
	x := f.pop()
	t := f.trace()
	t.Affected("NewGlobalVariable()")
	for _, g := range t.Globals {
		if g.Dict == f.globals && g.Name == f.code.Names[i] {
			g.Value = x
			return nil
		}
	}
	t.Globals = append(t.Globals, &variables.GlobalStore{Dict: f.globals, Name: f.code.Names[i], Value: x})
	return nil
}

func loadAttr(th *object.Thread, f *frame, arg int) error {
	if arg&1 == 0 {
		return f.pushed(f.trace().GetAttrLast(th, f.pop(), f.code.Names[arg>>1]))
	}
	x, err := f.trace().GetAttr(th, f.pop(), f.code.Names[arg>>1])
	if err != nil {
		return err
	}
	f.push(x)
	f.push(&variables.Null{})
	return nil
}

func loadSuperAttr(th *object.Thread, f *frame, arg int) error {
	v := f.popN(3)
	t := f.trace()
	super, err := t.Call(th, v[0], v[1:], nil)
	if err != nil {
		return err
	}
	x, err := t.GetAttr(th, super, f.code.Names[arg>>2])
	if err != nil {
		return err
	}
	f.push(x)
	if arg&1 != 0 {
		f.push(&variables.Null{})
	}
	return nil
}

var specials = [...]string{"__enter__", "__exit__", "__aenter__", "__aexit__"}

func loadSpecial(th *object.Thread, f *frame, arg int) error {
	t := f.trace()
	given := f.pop()
	shown := ""
	if l, ok := given.(*variables.Lazy); ok && variables.IsConstant(l.V) { // which nothing has to look at to know that it is none
		shown = t.Describe(th, l, true)
	}
	x, err := t.Realize(th, given)
	if err != nil {
		return err
	}
	name := specials[arg]
	if o, ok := x.(*variables.Object); ok {
		c, err := t.AsContext(th, o, name)
		if err != nil {
			return err
		}
		if c != nil {
			x = c
		}
	}
	switch c := x.(type) {
	case *variables.Context:
		if name == "__exit__" {
			f.push(&variables.ContextExit{Context: c})
		} else {
			f.push(&variables.Attribute{Obj: c, Name: name, With: true})
		}
	default:
		typ := t.TypeOf(x)
		if _, ok := x.(*variables.Object); !ok || typ.Lookup(th, object.Intern(name)).IsNull() {
			if shown == "" {
				shown = t.Describe(th, given, true)
			}
			return noContextManager(typ, shown)
		}
		m, err := t.GetAttr(th, x, name)
		if err != nil {
			return err
		}
		f.push(m)
	}
	f.push(&variables.Null{})
	return nil
}

// noContextManager is the break at a with statement of what tracing cannot enter, were it that nothing can.
func noContextManager(typ *object.Type, given string) error {
	return &variables.Unsupported{Title: "Unsupported context manager", Context: "Attempted SETUP_WITH/BEFORE_WITH/LOAD_SPECIAL on " + given,
		Explanation: "Dynamo does not know how to enter a `" + typ.ShortName() + "` context manager.",
		Hints: []string{"Avoid using the unsupported context manager.",
			"If the context manager seems like it should be supported (e.g. torch.set_grad_enabled), then it may be the case that it was created outside the compiled region, which Dynamo does not support. Supported context managers can cross graph break boundaries only if they are local non-closure variables, or are intermediate values.",
			"File an issue to PyTorch. Simple context managers can potentially be supported, but note that context managers can't be supported in general"}}
}

func importName(th *object.Thread, f *frame, i int) error {
	v := f.popN(2)
	t := f.trace()
	level, _ := t.ToValue(v[0]).AsInt()
	module, err := interp.Import(th, f.code.Names[i], f.globals, t.ToValue(v[1]), int(level))
	if object.ErrorIs(err, object.ImportError) && !f.guarded() {
		from := "None"
		if s, err := object.Repr(th, t.ToValue(v[1])); err == nil {
			from = s
		}
		return &variables.Unsupported{Title: "Import failure", Context: fmt.Sprintf("module_name: %s, fromlist: %s, level=%d", f.code.Names[i], from, level),
			Explanation: "Failure when attempting to import.",
			Hints:       []string{mayFailPlain}}
	}
	if err != nil {
		return err
	}
	name := f.code.Names[i]
	if m, ok := object.AsModule(module); ok {
		name = m.Name
	}
	f.push(t.Imported(name, module))
	return nil
}

// guarded tells whether a handler of the frame, or of one that it is inlined into, is open at the instruction that runs.
func (f *frame) guarded() bool {
	for ; f != nil; f = f.parent {
		for _, h := range f.code.Handlers {
			if at := int32(f.ip); h.Start <= at && at < h.End {
				return true
			}
		}
	}
	return false
}

func buildSet(th *object.Thread, f *frame, n int) error {
	items := f.popN(n)
	t := f.trace()
	s := object.NewSet()
	for _, x := range items {
		x, err := t.Realize(th, x)
		if err != nil {
			return err
		}
		if _, err := s.Add(th, t.ToValue(x)); err != nil {
			return err
		}
	}
	f.push(t.FromValue(s.Ref()))
	return nil
}

func buildMap(th *object.Thread, f *frame, n int) error {
	v := f.popN(2 * n)
	t := f.trace()
	d := object.NewDict()
	for i := 0; i < len(v); i += 2 {
		k, err := t.Realize(th, v[i])
		if err != nil {
			return err
		}
		if err := d.Set(th, t.ToValue(k), t.ToValue(v[i+1])); err != nil {
			return err
		}
	}
	f.push(t.FromValue(d.Ref()))
	return nil
}

func formatWithSpec(th *object.Thread, f *frame, _ int) error {
	v := f.popN(2)
	c, ok := f.trace().Peek(v[1]).(*variables.Constant)
	if !ok {
		return variables.Unsupportedf("Failed to trace builtin operator", "format", "Dynamo cannot format with a specification that is not constant.")
	}
	s, _ := object.AsStr(c.V)
	return f.pushed(f.trace().Format(th, v[0], s.S))
}

// forIter leaves the iterator on the stack; at the end it goes on behind END_FOR.
func forIter(th *object.Thread, f *frame, target int) error {
	x, more, err := f.trace().Next(th, f.peek(0))
	if err != nil {
		return err
	}
	if !more {
		f.ip = target + 1
		return nil
	}
	f.push(x)
	return nil
}

// send drives the receiver of yield from.
func send(th *object.Thread, f *frame, target int) error {
	v := f.pop()
	t := f.trace()
	receiver := f.peek(0)
	if g, ok := receiver.(*variables.Generator); ok {
		if g.Done {
			f.push(variables.None())
			f.ip = target
			return nil
		}
		x, done, err := g.State.Resume(th, v, nil)
		if err != nil {
			g.Done = true
			return err
		}
		if done {
			g.Done = true
			f.ip = target
		}
		f.push(x)
		return nil
	}
	if c, ok := t.Peek(v).(*variables.Constant); !ok || !c.V.IsNone() {
		x, err := t.CallMethod(th, receiver, "send", []variables.Tracker{v}, nil)
		if err != nil {
			return stoppedBy(th, f, err, target)
		}
		f.push(x)
		return nil
	}
	if o, ok := t.Peek(receiver).(*variables.Object); ok { // whose StopIteration has the value of the whole
		x, err := t.CallMethod(th, o, "__next__", nil, nil)
		if err != nil {
			return stoppedBy(th, f, err, target)
		}
		f.push(x)
		return nil
	}
	x, more, err := t.Next(th, receiver)
	if err != nil {
		return err
	}
	if !more {
		f.push(variables.None())
		f.ip = target
		return nil
	}
	f.push(x)
	return nil
}

// stoppedBy goes on behind a delegation that StopIteration has ended, with its value; other errors stay.
func stoppedBy(th *object.Thread, f *frame, err error, target int) error {
	var exc *object.Exception
	if !errors.As(err, &exc) || !exc.Matches(object.StopIteration) {
		return err
	}
	value, err := f.trace().GetAttr(th, f.trace().FromValue(exc.Ref()), "value")
	if err != nil {
		return err
	}
	f.push(value)
	f.ip = target
	return nil
}

func cleanupThrow(th *object.Thread, f *frame, _ int) error {
	v := f.popN(3)
	exc, err := f.trace().Exception(th, v[2])
	if err != nil {
		return err
	}
	if !exc.Matches(object.StopIteration) {
		return exc
	}
	value := object.None
	if len(exc.Args.Items) > 0 {
		value = exc.Args.Items[0]
	}
	f.push(variables.None())
	f.push(f.trace().FromValue(value))
	return nil
}

func returnValue(th *object.Thread, f *frame, _ int) error {
	f.result = f.pop()
	if f.isRoot() {
		if err := f.x.exhaust(th, f.result); err != nil {
			return err
		}
		return f.x.returned(th, f)
	}
	return nil
}
