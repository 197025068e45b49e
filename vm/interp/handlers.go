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
	for op, h := range map[bytecode.Opcode]handler{
		bytecode.UNARY_NEGATIVE:            unaryHandler(object.Neg),
		bytecode.UNARY_INVERT:              unaryHandler(object.Invert),
		bytecode.BINARY_SLICE:              binarySlice,
		bytecode.STORE_SLICE:               storeSlice,
		bytecode.DELETE_SUBSCR:             deleteSubscr,
		bytecode.LOAD_COMMON_CONSTANT:      loadCommonConstant,
		bytecode.DELETE_FAST:               deleteFast,
		bytecode.MAKE_CELL:                 makeCell,
		bytecode.COPY_FREE_VARS:            copyFreeVars,
		bytecode.DELETE_DEREF:              deleteDeref,
		bytecode.LOAD_FROM_DICT_OR_DEREF:   loadFromDictOrDeref,
		bytecode.LOAD_FROM_DICT_OR_GLOBALS: loadFromDictOrGlobals,
		bytecode.LOAD_LOCALS:               loadLocals,
		bytecode.DELETE_NAME:               deleteName,
		bytecode.STORE_GLOBAL:              storeGlobal,
		bytecode.DELETE_GLOBAL:             deleteGlobal,
		bytecode.LOAD_BUILD_CLASS:          loadBuildClass,
		bytecode.SETUP_ANNOTATIONS:         setupAnnotations,
		bytecode.DELETE_ATTR:               deleteAttr,
		bytecode.LOAD_SUPER_ATTR:           loadSuperAttr,
		bytecode.LOAD_SPECIAL:              loadSpecial,
		bytecode.IMPORT_NAME:               opImportName,
		bytecode.IMPORT_FROM:               opImportFrom,
		bytecode.BUILD_LIST:                buildList,
		bytecode.BUILD_SET:                 buildSet,
		bytecode.BUILD_MAP:                 buildMap,
		bytecode.BUILD_SLICE:               buildSlice,
		bytecode.SET_ADD:                   setAdd,
		bytecode.MAP_ADD:                   mapAdd,
		bytecode.LIST_EXTEND:               listExtend,
		bytecode.SET_UPDATE:                setUpdate,
		bytecode.DICT_UPDATE:               dictUpdate,
		bytecode.DICT_MERGE:                dictMerge,
		bytecode.UNPACK_EX:                 unpackEx,
		bytecode.CONVERT_VALUE:             convertValue,
		bytecode.GET_YIELD_FROM_ITER:       getYieldFromIter,
		bytecode.END_SEND:                  endSend,
		bytecode.CLEANUP_THROW:             cleanupThrow,
		bytecode.GET_AWAITABLE:             getAwaitable,
		bytecode.GET_AITER:                 getAiter,
		bytecode.GET_ANEXT:                 getAnext,
		bytecode.END_ASYNC_FOR:             endAsyncFor,
		bytecode.CALL_INTRINSIC_1:          intrinsic1,
		bytecode.CALL_INTRINSIC_2:          intrinsic2,
		bytecode.MAKE_FUNCTION:             makeFunction,
		bytecode.SET_FUNCTION_ATTRIBUTE:    setFunctionAttribute,
		bytecode.PUSH_EXC_INFO:             pushExcInfo,
		bytecode.POP_EXCEPT:                popExcept,
		bytecode.CHECK_EXC_MATCH:           checkExcMatch,
		bytecode.CHECK_EG_MATCH:            checkEgMatch,
		bytecode.WITH_EXCEPT_START:         withExceptStart,
		bytecode.MATCH_MAPPING:             matchMapping,
		bytecode.MATCH_SEQUENCE:            matchSequence,
		bytecode.MATCH_KEYS:                matchKeys,
		bytecode.MATCH_CLASS:               matchClass,
		bytecode.GET_LEN:                   getLen,
	} {
		handlers[op] = h
	}
}

func binarySlice(th *object.Thread, f *Frame, _ int32) error {
	s := object.NewSlice(f.peek(2), f.peek(1), object.None)
	r, err := object.GetItem(th, f.peek(3), s)
	if err == nil {
		f.popValue()
		f.popValue()
		f.set(r)
	}
	return err
}

func storeSlice(th *object.Thread, f *Frame, _ int32) error {
	s := object.NewSlice(f.peek(2), f.peek(1), object.None)
	err := object.SetItem(th, f.peek(3), s, f.peek(4))
	f.drop(4)
	return err
}

func deleteSubscr(th *object.Thread, f *Frame, _ int32) error {
	MachineOf(th).Deletions++
	err := object.DelItem(th, f.peek(2), f.peek(1))
	f.drop(2)
	return err
}

func loadCommonConstant(th *object.Thread, f *Frame, arg int32) error {
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

func deleteFast(th *object.Thread, f *Frame, arg int32) error {
	if f.slots[arg].IsNull() {
		return unboundLocal(f, int(arg))
	}
	f.slots[arg] = object.Null
	MachineOf(th).Deletions++
	return nil
}

func makeCell(th *object.Thread, f *Frame, arg int32) error {
	f.slots[arg] = object.NewCell(f.slots[arg]).Ref()
	return nil
}

func copyFreeVars(th *object.Thread, f *Frame, arg int32) error {
	f.fn.Closure.CopyTo(f.slots[f.nlocals-int(arg) : f.nlocals])
	return nil
}

func deleteDeref(th *object.Thread, f *Frame, arg int32) error {
	c, _ := object.AsCell(f.slots[arg])
	if c.V.IsNull() {
		return unboundDeref(f, int(arg))
	}
	c.V = object.Null
	MachineOf(th).Deletions++
	return nil
}

func loadFromDictOrDeref(th *object.Thread, f *Frame, arg int32) error {
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

func loadFromDictOrGlobals(th *object.Thread, f *Frame, arg int32) error {
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

func loadLocals(th *object.Thread, f *Frame, _ int32) error {
	if f.locals.IsNull() {
		return object.Raisef(object.SystemError, "no locals")
	}
	f.pushValue(f.locals)
	return nil
}

func deleteName(th *object.Thread, f *Frame, arg int32) error {
	name := f.exec.names[arg]
	MachineOf(th).Deletions++
	err := object.DelItem(th, f.locals, name.Ref())
	if err != nil && object.ErrorIs(err, object.KeyError) {
		return undefined(name)
	}
	return err
}

func storeGlobal(th *object.Thread, f *Frame, arg int32) error {
	f.globals.SetStr(f.exec.names[arg], f.popValue())
	return nil
}

func deleteGlobal(th *object.Thread, f *Frame, arg int32) error {
	MachineOf(th).Deletions++
	if !f.globals.DelStr(f.exec.names[arg]) {
		return undefined(f.exec.names[arg])
	}
	return nil
}

func loadBuildClass(th *object.Thread, f *Frame, _ int32) error {
	v, ok := f.builtins.Lookup("__build_class__")
	if !ok {
		return object.Raisef(object.NameError, "__build_class__ not found")
	}
	f.pushValue(v)
	return nil
}

func setupAnnotations(th *object.Thread, f *Frame, _ int32) error {
	name := object.StrValue("__annotations__")
	has, err := object.Contains(th, f.locals, name)
	if err != nil || has {
		return err
	}
	return object.SetItem(th, f.locals, name, object.NewDict().Ref())
}

func deleteAttr(th *object.Thread, f *Frame, arg int32) error {
	MachineOf(th).Deletions++
	return object.SetAttrStr(th, f.popValue(), f.exec.names[arg], object.Null)
}

func opImportName(th *object.Thread, f *Frame, arg int32) error {
	fromlist := f.popValue()
	level, _ := object.ToInt(th, f.top())
	m, err := importName(th, f, f.exec.names[arg].S, fromlist, level)
	if err == nil {
		f.set(m)
	}
	return err
}

func opImportFrom(th *object.Thread, f *Frame, arg int32) error {
	v, err := importFrom(th, f.top(), f.exec.names[arg])
	if err == nil {
		f.pushValue(v)
	}
	return err
}

func buildList(th *object.Thread, f *Frame, arg int32) error {
	f.pushValue(object.NewList(f.popN(int(arg))...).Ref())
	return nil
}

func buildSet(th *object.Thread, f *Frame, arg int32) error {
	s := object.NewSet()
	for _, v := range f.popN(int(arg)) {
		if _, err := s.Add(th, v); err != nil {
			return err
		}
	}
	f.pushValue(s.Ref())
	return nil
}

func buildMap(th *object.Thread, f *Frame, arg int32) error {
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

func buildSlice(th *object.Thread, f *Frame, arg int32) error {
	step := object.None
	if arg == 3 {
		step = f.popValue()
	}
	stop := f.popValue()
	f.set(object.NewSlice(f.top(), stop, step))
	return nil
}

func setAdd(th *object.Thread, f *Frame, arg int32) error {
	v := f.popValue()
	to := f.peek(int(arg))
	s, ok := object.AsSet(to)
	if !ok || to.Type() == object.FrozenSetType { // the script has replaced __conditional_annotations__
		return object.TypeErrorf("'%s' object is not a set", to.Type().Name)
	}
	_, err := s.Add(th, v)
	return err
}

func mapAdd(th *object.Thread, f *Frame, arg int32) error {
	v := f.popValue()
	k := f.popValue()
	d, _ := object.AsDict(f.peek(int(arg)))
	return d.Set(th, k, v)
}

func listExtend(th *object.Thread, f *Frame, arg int32) error {
	v := f.popValue()
	l, _ := object.AsList(f.peek(int(arg)))
	if v.Type().Iter == nil && v.Type().GetItem == nil {
		return object.TypeErrorf("Value after * must be an iterable, not %s", v.Type().Name)
	}
	return l.Extend(th, v)
}

func setUpdate(th *object.Thread, f *Frame, arg int32) error {
	v := f.popValue()
	s, _ := object.AsSet(f.peek(int(arg)))
	return s.Update(th, v)
}

func dictUpdate(th *object.Thread, f *Frame, arg int32) error {
	v := f.popValue()
	d, _ := object.AsDict(f.peek(int(arg)))
	mapping, err := object.EachItem(th, v, d.Set)
	if err == nil && !mapping {
		err = object.TypeErrorf("'%s' object is not a mapping", v.Type().Name)
	}
	return err
}

func dictMerge(th *object.Thread, f *Frame, arg int32) error {
	v := f.popValue()
	d, _ := object.AsDict(f.peek(int(arg)))
	callee := f.peek(int(arg) + 3)
	mapping, err := object.EachItem(th, v, func(th *object.Thread, k, x Value) error {
		if _, ok, err := d.Get(th, k); err != nil {
			return err
		} else if ok {
			s, _ := object.StrOf(th, k)
			return object.TypeErrorf("%s got multiple values for keyword argument '%s'", CalleeName(th, callee), s)
		}
		return d.Set(th, k, x)
	})
	if err == nil && !mapping {
		err = object.TypeErrorf("%s argument after ** must be a mapping, not %s", CalleeName(th, callee), v.Type().Name)
	}
	return err
}

func unpackEx(th *object.Thread, f *Frame, arg int32) error {
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

func convertValue(th *object.Thread, f *Frame, arg int32) error {
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

func getYieldFromIter(th *object.Thread, f *Frame, _ int32) error {
	if asGen(f.top()) != nil {
		return nil
	}
	it, err := object.Iter(th, f.top())
	f.set(it)
	return err
}

func endSend(th *object.Thread, f *Frame, _ int32) error {
	v := f.popValue()
	f.set(v)
	return nil
}

func cleanupThrow(th *object.Thread, f *Frame, _ int32) error {
	e, _ := object.AsException(f.top())
	if e.Matches(object.StopIteration) {
		f.drop(3)
		f.pushValue(object.None)
		f.pushValue(stopValue(e))
		return nil
	}
	return e
}

func makeFunction(th *object.Thread, f *Frame, _ int32) error {
	c, _ := object.AsCode(f.top())
	fn := object.NewFunction(c, f.globals)
	fn.Builtins = f.builtins
	f.set(fn.Ref())
	return nil
}

func setFunctionAttribute(th *object.Thread, f *Frame, arg int32) error {
	fn, _ := object.AsFunction(f.popValue())
	v := f.popValue()
	switch arg {
	case bytecode.FuncAttrDefaults:
		fn.Defaults, _ = object.AsTuple(v)
	case bytecode.FuncAttrKwDefaults:
		fn.KwDefaults, _ = object.AsDict(v)
	case bytecode.FuncAttrAnnotations:
		t, _ := object.AsTuple(v) // name, text, name, text, ...
		d := object.NewDict()
		for i := 0; i+1 < len(t.Items); i += 2 {
			if err := d.Set(th, t.Items[i], t.Items[i+1]); err != nil {
				return err
			}
		}
		fn.SetAnnotations(d)
	case bytecode.FuncAttrClosure:
		t, _ := object.AsTuple(v)
		fn.Closure = object.NewClosure(t)
	case bytecode.FuncAttrAnnotate:
		fn.SetAnnotate(v)
	}
	f.pushValue(fn.Ref())
	return nil
}

func pushExcInfo(th *object.Thread, f *Frame, _ int32) error {
	v := f.top()
	f.set(excValue(of(th).handled))
	f.pushValue(v)
	of(th).handled, _ = object.AsException(v)
	f.handling++
	return nil
}

func popExcept(th *object.Thread, f *Frame, _ int32) error {
	f.handling--
	if f.gen != nil && f.handling == 0 {
		f.popValue() // what was handled around an earlier resumption
		of(th).handled = f.gen.outer
		return nil
	}
	of(th).handled, _ = object.AsException(f.popValue())
	return nil
}

func checkExcMatch(th *object.Thread, f *Frame, _ int32) error {
	ok, err := MatchException(f.peek(2), f.top())
	f.set(object.Bool(ok))
	return err
}

func checkEgMatch(th *object.Thread, f *Frame, _ int32) error {
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

func withExceptStart(th *object.Thread, f *Frame, _ int32) error {
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

func matchMapping(th *object.Thread, f *Frame, _ int32) error {
	f.pushValue(object.Bool(MatchesMapping(th, f.top().Type())))
	return nil
}

func matchSequence(th *object.Thread, f *Frame, _ int32) error {
	f.pushValue(object.Bool(MatchesSequence(th, f.top().Type())))
	return nil
}

func getLen(th *object.Thread, f *Frame, _ int32) error {
	n, err := object.Len(th, f.top())
	if err == nil {
		f.pushValue(object.Int(int64(n)))
	}
	return err
}

func excValue(e *object.Exception) Value {
	if e == nil {
		return object.None
	}
	return e.Ref()
}
