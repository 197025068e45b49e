package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

func unaryHandler(op func(*object.Thread, Value) (Value, error)) handler {
	return func(th *object.Thread, f *Frame, _ int32) error {
		r, err := op(th, f.top())
		if err == nil {
			f.set(r)
		}
		return err
	}
}

func init() {
	h := &handlers
	h[bytecode.UNARY_NEGATIVE] = unaryHandler(object.Neg)
	h[bytecode.UNARY_INVERT] = unaryHandler(object.Invert)
	h[bytecode.BINARY_SLICE] = func(th *object.Thread, f *Frame, _ int32) error {
		s := object.NewSlice(f.peek(2), f.peek(1), object.None)
		r, err := object.GetItem(th, f.peek(3), s)
		if err == nil {
			f.popValue()
			f.popValue()
			f.set(r)
		}
		return err
	}
	h[bytecode.STORE_SLICE] = func(th *object.Thread, f *Frame, _ int32) error {
		s := object.NewSlice(f.peek(2), f.peek(1), object.None)
		err := object.SetItem(th, f.peek(3), s, f.peek(4))
		f.drop(4)
		return err
	}
	h[bytecode.DELETE_SUBSCR] = func(th *object.Thread, f *Frame, _ int32) error {
		MachineOf(th).Deletions++
		err := object.DelItem(th, f.peek(2), f.peek(1))
		f.drop(2)
		return err
	}
	h[bytecode.LOAD_COMMON_CONSTANT] = func(th *object.Thread, f *Frame, arg int32) error {
		switch arg {
		case bytecode.CommonAssertionError:
			f.pushValue(object.AssertionError.Ref())
		case bytecode.CommonNotImplementedError:
			f.pushValue(object.NotImplementedError.Ref())
		case bytecode.CommonTuple:
			f.pushValue(object.TupleType.Ref())
		default:
			v, _ := MachineOf(th).Builtins.Lookup(bytecode.CommonConstants[arg])
			f.pushValue(v)
		}
		return nil
	}
	h[bytecode.DELETE_FAST] = func(th *object.Thread, f *Frame, arg int32) error {
		if f.slots[arg].IsNull() {
			return unboundLocal(f, int(arg))
		}
		f.slots[arg] = object.Null
		MachineOf(th).Deletions++
		return nil
	}
	h[bytecode.MAKE_CELL] = func(th *object.Thread, f *Frame, arg int32) error {
		f.slots[arg] = object.NewCell(f.slots[arg]).Ref()
		return nil
	}
	h[bytecode.COPY_FREE_VARS] = func(th *object.Thread, f *Frame, arg int32) error {
		base := f.nlocals - int(arg)
		for i, c := range f.fn.Closure {
			f.slots[base+i] = c.Ref()
		}
		return nil
	}
	h[bytecode.DELETE_DEREF] = func(th *object.Thread, f *Frame, arg int32) error {
		c, _ := object.AsCell(f.slots[arg])
		if c.V.IsNull() {
			return unboundDeref(f, int(arg))
		}
		c.V = object.Null
		MachineOf(th).Deletions++
		return nil
	}
	h[bytecode.LOAD_FROM_DICT_OR_DEREF] = func(th *object.Thread, f *Frame, arg int32) error {
		name := f.code.LocalStrs[arg]
		v, err := object.GetItem(th, f.top(), name.Ref())
		if err != nil {
			if !object.ErrorIs(err, object.KeyError) {
				return err
			}
			c, _ := object.AsCell(f.slots[arg])
			if c == nil || c.V.IsNull() {
				return unboundDeref(f, int(arg))
			}
			v = c.V
		}
		f.set(v)
		return nil
	}
	h[bytecode.LOAD_FROM_DICT_OR_GLOBALS] = func(th *object.Thread, f *Frame, arg int32) error {
		name := f.exec.names[arg]
		v, err := object.GetItem(th, f.top(), name.Ref())
		if err != nil {
			if !object.ErrorIs(err, object.KeyError) {
				return err
			}
			if v, err = globalOrBuiltin(th, f, name); err != nil {
				return err
			}
		}
		f.set(v)
		return nil
	}
	h[bytecode.LOAD_LOCALS] = func(th *object.Thread, f *Frame, _ int32) error {
		if f.locals.IsNull() {
			return object.Raisef(object.SystemError, "no locals")
		}
		f.pushValue(f.locals)
		return nil
	}
	h[bytecode.DELETE_NAME] = func(th *object.Thread, f *Frame, arg int32) error {
		name := f.exec.names[arg]
		MachineOf(th).Deletions++
		err := object.DelItem(th, f.locals, name.Ref())
		if err != nil && object.ErrorIs(err, object.KeyError) {
			return undefined(name)
		}
		return err
	}
	h[bytecode.STORE_GLOBAL] = func(th *object.Thread, f *Frame, arg int32) error {
		f.globals.SetStr(f.exec.names[arg], f.popValue())
		return nil
	}
	h[bytecode.DELETE_GLOBAL] = func(th *object.Thread, f *Frame, arg int32) error {
		MachineOf(th).Deletions++
		if !f.globals.DelStr(f.exec.names[arg]) {
			return undefined(f.exec.names[arg])
		}
		return nil
	}
	h[bytecode.LOAD_BUILD_CLASS] = func(th *object.Thread, f *Frame, _ int32) error {
		v, ok := f.builtins.Lookup("__build_class__")
		if !ok {
			return object.Raisef(object.NameError, "__build_class__ not found")
		}
		f.pushValue(v)
		return nil
	}
	h[bytecode.SETUP_ANNOTATIONS] = func(th *object.Thread, f *Frame, _ int32) error {
		name := object.StrValue("__annotations__")
		has, err := object.Contains(th, f.locals, name)
		if err != nil || has {
			return err
		}
		return object.SetItem(th, f.locals, name, object.NewDict().Ref())
	}
	h[bytecode.DELETE_ATTR] = func(th *object.Thread, f *Frame, arg int32) error {
		MachineOf(th).Deletions++
		return object.SetAttrStr(th, f.popValue(), f.exec.names[arg], object.Null)
	}
	h[bytecode.LOAD_SUPER_ATTR] = loadSuperAttr
	h[bytecode.LOAD_SPECIAL] = loadSpecial
	h[bytecode.IMPORT_NAME] = func(th *object.Thread, f *Frame, arg int32) error {
		fromlist := f.popValue()
		level, _ := object.ToInt(th, f.top())
		m, err := importName(th, f, f.exec.names[arg].S, fromlist, level)
		if err == nil {
			f.set(m)
		}
		return err
	}
	h[bytecode.IMPORT_FROM] = func(th *object.Thread, f *Frame, arg int32) error {
		v, err := importFrom(th, f.top(), f.exec.names[arg])
		if err == nil {
			f.pushValue(v)
		}
		return err
	}
	h[bytecode.BUILD_LIST] = func(th *object.Thread, f *Frame, arg int32) error {
		f.pushValue(object.NewList(f.popN(int(arg))...).Ref())
		return nil
	}
	h[bytecode.BUILD_SET] = func(th *object.Thread, f *Frame, arg int32) error {
		s := object.NewSet()
		for _, v := range f.popN(int(arg)) {
			if _, err := s.Add(th, v); err != nil {
				return err
			}
		}
		f.pushValue(s.Ref())
		return nil
	}
	h[bytecode.BUILD_MAP] = func(th *object.Thread, f *Frame, arg int32) error {
		items := f.popN(int(arg) * 2)
		d := object.NewDictSize(int(arg))
		for i := 0; i < len(items); i += 2 {
			if err := d.Set(th, items[i], items[i+1]); err != nil {
				return err
			}
		}
		f.pushValue(d.Ref())
		return nil
	}
	h[bytecode.BUILD_SLICE] = func(th *object.Thread, f *Frame, arg int32) error {
		step := object.None
		if arg == 3 {
			step = f.popValue()
		}
		stop := f.popValue()
		f.set(object.NewSlice(f.top(), stop, step))
		return nil
	}
	h[bytecode.SET_ADD] = func(th *object.Thread, f *Frame, arg int32) error {
		v := f.popValue()
		to := f.peek(int(arg))
		s, ok := object.AsSet(to)
		if !ok || to.Type() == object.FrozenSetType { // the script has replaced __conditional_annotations__
			return object.TypeErrorf("'%s' object is not a set", to.Type().Name)
		}
		_, err := s.Add(th, v)
		return err
	}
	h[bytecode.MAP_ADD] = func(th *object.Thread, f *Frame, arg int32) error {
		v := f.popValue()
		k := f.popValue()
		d, _ := object.AsDict(f.peek(int(arg)))
		return d.Set(th, k, v)
	}
	h[bytecode.LIST_EXTEND] = func(th *object.Thread, f *Frame, arg int32) error {
		v := f.popValue()
		l, _ := object.AsList(f.peek(int(arg)))
		if v.Type().Iter == nil && v.Type().GetItem == nil {
			return object.TypeErrorf("Value after * must be an iterable, not %s", v.Type().Name)
		}
		return l.Extend(th, v)
	}
	h[bytecode.SET_UPDATE] = func(th *object.Thread, f *Frame, arg int32) error {
		v := f.popValue()
		s, _ := object.AsSet(f.peek(int(arg)))
		return s.Update(th, v)
	}
	h[bytecode.DICT_UPDATE] = func(th *object.Thread, f *Frame, arg int32) error {
		v := f.popValue()
		d, _ := object.AsDict(f.peek(int(arg)))
		if !isMapping(th, v) {
			return object.TypeErrorf("'%s' object is not a mapping", v.Type().Name)
		}
		return object.UpdateDict(th, d, v)
	}
	h[bytecode.DICT_MERGE] = func(th *object.Thread, f *Frame, arg int32) error {
		v := f.popValue()
		d, _ := object.AsDict(f.peek(int(arg)))
		callee := f.peek(int(arg) + 3)
		if !isMapping(th, v) {
			return object.TypeErrorf("%s argument after ** must be a mapping, not %s", calleeName(th, callee), v.Type().Name)
		}
		add := func(th *object.Thread, k, x Value) error {
			if _, ok, err := d.Get(th, k); err != nil {
				return err
			} else if ok {
				s, _ := object.StrOf(th, k)
				return object.TypeErrorf("%s got multiple values for keyword argument '%s'", calleeName(th, callee), s)
			}
			return d.Set(th, k, x)
		}
		if more, ok := object.AsDict(v); ok {
			return more.Each(th, add)
		}
		keys, err := object.CallMethod(th, v, "keys")
		if err != nil {
			return err
		}
		return object.Iterate(th, keys, func(th *object.Thread, k Value) error { // which may come twice
			x, err := object.GetItem(th, v, k)
			if err != nil {
				return err
			}
			return add(th, k, x)
		})
	}
	h[bytecode.UNPACK_EX] = func(th *object.Thread, f *Frame, arg int32) error {
		before, after := int(arg&0xff), int(arg>>8)
		v := f.top()
		if v.Type().Iter == nil && v.Type().GetItem == nil {
			return object.TypeErrorf("cannot unpack non-iterable %s object", v.Type().Name)
		}
		items, err := object.ToSlice(th, v)
		if err != nil {
			return err
		}
		if len(items) < before+after {
			return object.ValueErrorf("not enough values to unpack (expected at least %d, got %d)", before+after, len(items))
		}
		f.popValue()
		for i := len(items) - 1; i >= len(items)-after; i-- {
			f.pushValue(items[i])
		}
		f.pushValue(object.NewList(append([]Value(nil), items[before:len(items)-after]...)...).Ref())
		for i := before - 1; i >= 0; i-- {
			f.pushValue(items[i])
		}
		return nil
	}
	h[bytecode.CONVERT_VALUE] = func(th *object.Thread, f *Frame, arg int32) error {
		var s string
		var err error
		switch arg {
		case bytecode.ConvertStr:
			s, err = object.StrOf(th, f.top())
		case bytecode.ConvertRepr:
			s, err = object.Repr(th, f.top())
		default:
			s, err = object.ASCII(th, f.top())
		}
		f.set(object.NewStr(s))
		return err
	}
	h[bytecode.GET_YIELD_FROM_ITER] = func(th *object.Thread, f *Frame, _ int32) error {
		if asGen(f.top()) != nil {
			return nil
		}
		it, err := object.Iter(th, f.top())
		f.set(it)
		return err
	}
	h[bytecode.END_SEND] = func(th *object.Thread, f *Frame, _ int32) error {
		v := f.popValue()
		f.set(v)
		return nil
	}
	h[bytecode.CLEANUP_THROW] = func(th *object.Thread, f *Frame, _ int32) error {
		e, _ := object.AsException(f.top())
		if e.Matches(object.StopIteration) {
			f.drop(3)
			f.pushValue(object.None)
			f.pushValue(stopValue(e))
			return nil
		}
		return e
	}
	h[bytecode.CALL_INTRINSIC_1] = intrinsic1
	h[bytecode.CALL_INTRINSIC_2] = intrinsic2
	h[bytecode.MAKE_FUNCTION] = func(th *object.Thread, f *Frame, _ int32) error {
		c, _ := object.AsCode(f.top())
		fn := object.NewFunction(c, f.globals)
		fn.Builtins = f.builtins
		f.set(fn.Ref())
		return nil
	}
	h[bytecode.SET_FUNCTION_ATTRIBUTE] = func(th *object.Thread, f *Frame, arg int32) error {
		fn, _ := object.AsFunction(f.popValue())
		v := f.popValue()
		switch arg {
		case bytecode.FuncAttrDefaults:
			fn.Defaults, _ = object.AsTuple(v)
		case bytecode.FuncAttrKwDefaults:
			fn.KwDefaults, _ = object.AsDict(v)
		case bytecode.FuncAttrAnnotations:
			t, _ := object.AsTuple(v) // name, text, name, text, ...
			fn.Annotations = object.NewDict()
			for i := 0; i+1 < len(t.Items); i += 2 {
				if err := fn.Annotations.Set(th, t.Items[i], t.Items[i+1]); err != nil {
					return err
				}
			}
		case bytecode.FuncAttrClosure:
			t, _ := object.AsTuple(v)
			fn.Closure = make([]*object.Cell, len(t.Items))
			for i, x := range t.Items {
				fn.Closure[i], _ = object.AsCell(x)
			}
		case bytecode.FuncAttrAnnotate:
			fn.Annotate = v
		}
		f.pushValue(fn.Ref())
		return nil
	}
	h[bytecode.PUSH_EXC_INFO] = func(th *object.Thread, f *Frame, _ int32) error {
		v := f.top()
		f.set(excValue(of(th).handled))
		f.pushValue(v)
		of(th).handled, _ = object.AsException(v)
		f.handling++
		return nil
	}
	h[bytecode.POP_EXCEPT] = func(th *object.Thread, f *Frame, _ int32) error {
		f.handling--
		if f.gen != nil && f.handling == 0 {
			f.popValue() // what was handled around an earlier resumption
			of(th).handled = f.gen.outer
			return nil
		}
		of(th).handled, _ = object.AsException(f.popValue())
		return nil
	}
	h[bytecode.CHECK_EXC_MATCH] = func(th *object.Thread, f *Frame, _ int32) error {
		ok, err := matchException(f.peek(2), f.top())
		f.set(object.Bool(ok))
		return err
	}
	h[bytecode.CHECK_EG_MATCH] = func(th *object.Thread, f *Frame, _ int32) error {
		e, ok := object.AsException(f.peek(2))
		if !ok { // nothing is left of the group
			f.set(object.None)
			return nil
		}
		match, rest, err := splitGroup(th, e, f.top())
		if err != nil {
			return err
		}
		if match.IsNull() {
			f.set(object.None)
			return nil
		}
		if m, _ := object.AsException(match); !m.Matches(object.BaseExceptionGroup) {
			g, err := object.Call(th, object.BaseExceptionGroup.Ref(), object.NewStr(""), object.NewTuple(match).Ref())
			if err != nil {
				return err
			}
			wrapper, _ := object.AsException(g)
			addTraceback(wrapper, f)
			match = g
		}
		if rest.IsNull() {
			rest = object.None
		}
		f.slots[f.sp-2] = rest
		f.set(match)
		of(th).handled, _ = object.AsException(match)
		return nil
	}
	h[bytecode.WITH_EXCEPT_START] = func(th *object.Thread, f *Frame, _ int32) error {
		e, _ := object.AsException(f.top())
		tb := object.None
		if e.Traceback != nil {
			tb = e.Traceback.Ref()
		}
		args := []Value{e.Type().Ref(), e.Ref(), tb}
		exit, self := f.peek(5), f.peek(4)
		if !self.IsNull() {
			args = append([]Value{self}, args...)
		}
		r, err := object.CallArgs(th, exit, args, nil)
		if err == nil {
			f.pushValue(r)
		}
		return err
	}
	h[bytecode.MATCH_MAPPING] = func(th *object.Thread, f *Frame, _ int32) error {
		f.pushValue(object.Bool(kindOf(th, f.top()) == mappingKind))
		return nil
	}
	h[bytecode.MATCH_SEQUENCE] = func(th *object.Thread, f *Frame, _ int32) error {
		f.pushValue(object.Bool(kindOf(th, f.top()) == sequenceKind))
		return nil
	}
	h[bytecode.MATCH_KEYS] = matchKeys
	h[bytecode.MATCH_CLASS] = matchClass
	h[bytecode.GET_LEN] = func(th *object.Thread, f *Frame, _ int32) error {
		n, err := object.Len(th, f.top())
		if err == nil {
			f.pushValue(object.Int(int64(n)))
		}
		return err
	}
}

func excValue(e *object.Exception) Value {
	if e == nil {
		return object.None
	}
	return e.Ref()
}
