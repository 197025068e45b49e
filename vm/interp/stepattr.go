package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// This file has the steps that look up names and attributes. The general step does the whole look-up and puts in its
// place a special one that repeats what was found as long as the versions in the cache hold.

func init() {
	steps[bytecode.LOAD_GLOBAL] = loadGlobal
	steps[bytecode.LOAD_NAME] = loadName
	steps[bytecode.STORE_NAME] = storeName
	steps[bytecode.LOAD_ATTR] = loadAttr
	steps[bytecode.STORE_ATTR] = storeAttr
}

// pushGlobal pushes v and, where a call follows (bit 0 of the operand), the absent self.
func pushGlobal(in *instr, sp, fp *Value, v Value) (*instr, *Value, *Value) {
	*sp = v
	sp = pushed(sp)
	if in.arg&1 != 0 {
		*sp = Value{}
		sp = pushed(sp)
	}
	return in.next(), sp, fp
}

// loadGlobal is LOAD_GLOBAL in general.
func loadGlobal(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	f := save(th, in, sp, fp)
	c := in.c
	if i := f.globals.IndexStr(c.name); i >= 0 {
		c.index = int32(i)
		in.do = loadGlobalAt
		v, _ := f.globals.GetStr(c.name)
		return pushGlobal(in, sp, fp, v)
	}
	if f.globals.Ref().Type() != object.DictType {
		v, err := globalOrBuiltin(th, f, c.name)
		if err != nil {
			return raised(th, err)
		}
		return pushGlobal(in, sp, fp, v)
	}
	v, ok := f.builtins.GetStr(c.name)
	if !ok {
		return raised(th, undefined(c.name))
	}
	if c.misses < maxMisses {
		c.misses++
		c.version, c.second, c.val = f.globals.KeysVersion(), f.builtins.Version(), v
		in.do = loadBuiltin
	}
	return pushGlobal(in, sp, fp, v)
}

// loadGlobalAt finds the name at the remembered entry of the globals.
func loadGlobalAt(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	c := in.c
	v := of(th).current.globals.ValueAt(int(c.index), c.name)
	if v.IsNull() {
		return loadGlobal(th, in, sp, fp)
	}
	*sp = v
	sp = pushed(sp)
	if in.arg&1 != 0 {
		*sp = Value{}
		sp = pushed(sp)
	}
	return in.next(), sp, fp
}

// loadBuiltin repeats a builtin while the globals have the same keys.
func loadBuiltin(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	c := in.c
	if f := of(th).current; f.globals.KeysVersion() != c.version || f.builtins.Version() != c.second {
		return loadGlobal(th, in, sp, fp)
	}
	*sp = c.val
	sp = pushed(sp)
	if in.arg&1 != 0 {
		*sp = Value{}
		sp = pushed(sp)
	}
	return in.next(), sp, fp
}

func loadName(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	f := of(th).current
	c := in.c
	if ns := f.localNS; ns != nil {
		v := ns.ValueAt(int(c.index), c.name)
		if v.IsNull() {
			if i := ns.IndexStr(c.name); i >= 0 {
				c.index = int32(i)
				v, _ = ns.GetStr(c.name)
			}
		}
		if !v.IsNull() {
			*sp = v
			return in.next(), pushed(sp), fp
		}
	}
	save(th, in, sp, fp)
	v, err := lookupName(th, f, c.name)
	if err != nil {
		return raised(th, err)
	}
	*sp = v
	return in.next(), pushed(sp), fp
}

func storeName(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	f := save(th, in, sp, fp)
	sp = top(sp)
	if sp.IsNone() {
		MachineOf(th).Deletions++
	}
	if ns := f.localNS; ns != nil {
		if c := in.c; !ns.SetValueAt(int(c.index), c.name, *sp) {
			ns.SetStr(c.name, *sp)
			c.index = int32(ns.IndexStr(c.name))
		}
	} else if err := object.SetItem(th, f.locals, in.c.name.Ref(), *sp); err != nil {
		return raised(th, err)
	}
	return in.next(), sp, fp
}

// foundAttr replaces the owner on the stack by its attribute. Where a call follows (bit 0 of the operand) the entry
// above is the self of a method, absent otherwise.
func foundAttr(in *instr, sp, fp *Value, v Value) (*instr, *Value, *Value) {
	*top(sp) = v
	if in.arg&1 != 0 {
		*sp = Value{}
		sp = pushed(sp)
	}
	return in.next(), sp, fp
}

// foundMethod is foundAttr for a function of the class, to be called with the owner or bound to it.
func foundMethod(in *instr, sp, fp *Value, m Value) (*instr, *Value, *Value) {
	owner := top(sp)
	if in.arg&1 != 0 {
		*sp = *owner
		*owner = m
		return in.next(), pushed(sp), fp
	}
	object.Escape(*owner)
	*owner = object.NewBoundMethod(m, *owner)
	return in.next(), sp, fp
}

// loadAttr is LOAD_ATTR in general.
func loadAttr(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if owner := *top(sp); !owner.Borrows() {
		object.Escape(owner) // a property that scripts gave its type may keep it
	}
	save(th, in, sp, fp)
	v, method, err := lookUpAttr(th, *top(sp), in)
	switch {
	case err != nil:
		return raised(th, err)
	case method:
		return foundMethod(in, sp, fp, v)
	}
	return foundAttr(in, sp, fp, v)
}

// specialise puts a special step in the place of in, unless it has missed too often, and the step that does the work of
// both in the place of the LOAD_FAST before it.
func (in *instr) specialise(do, withLoad step, version uint64, index int, v Value) {
	c := in.c
	if c.misses == maxMisses {
		return
	}
	c.misses++
	c.version, c.index, c.val = version, int32(index), v
	in.do = do
	if in.at == 0 || in.skip(-1).ext != beforeAttr {
		return
	}
	if withLoad == nil {
		withLoad = loadFast
	}
	in.skip(-1).do = withLoad
}

// fusedMiss does the work of a LOAD_FAST whose LOAD_ATTR finds something else than it is specialised for.
func fusedMiss(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	in.do = loadFast
	return loadFast(th, in, sp, fp)
}

func loadFastAttrInstance(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := local(fp, in.arg)
	attr := in.next()
	c := attr.c
	if !owner.IsNull() && owner.Type().Version() == c.version {
		if d := owner.Dict(); d != nil {
			if v := d.ValueAt(int(c.index), c.name); !v.IsNull() {
				*sp = v
				if sp = pushed(sp); attr.arg&1 != 0 {
					*sp = Value{}
					sp = pushed(sp)
				}
				return in.skip(2), sp, fp
			}
		}
	}
	return fusedMiss(th, in, sp, fp)
}

func loadFastAttrSlot(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := local(fp, in.arg)
	attr := in.next()
	c := attr.c
	if !owner.IsNull() && owner.Type().Version() == c.version {
		if v := object.SlotAt(*owner, int(c.index)); !v.IsNull() {
			*sp = v
			if sp = pushed(sp); attr.arg&1 != 0 {
				*sp = Value{}
				sp = pushed(sp)
			}
			return in.skip(2), sp, fp
		}
	}
	return fusedMiss(th, in, sp, fp)
}

// loadFastMethod is for methods that are called.
func loadFastMethod(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := local(fp, in.arg)
	attr := in.next()
	c := attr.c
	if !owner.IsNull() && owner.Type().Version() == c.version && attr.arg&1 != 0 {
		if d := owner.Dict(); d == nil || d.IndexStr(c.name) < 0 {
			*sp = c.val
			sp = pushed(sp)
			*sp = *owner
			return in.skip(2), pushed(sp), fp
		}
	}
	return fusedMiss(th, in, sp, fp)
}

func loadAttrInstance(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := top(sp)
	c := in.c
	if owner.Type().Version() == c.version {
		if d := owner.Dict(); d != nil {
			if v := d.ValueAt(int(c.index), c.name); !v.IsNull() {
				*owner = v
				if in.arg&1 != 0 {
					*sp = Value{}
					sp = pushed(sp)
				}
				return in.next(), sp, fp
			}
		}
	}
	return loadAttr(th, in, sp, fp)
}

func loadAttrSlot(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := top(sp)
	c := in.c
	if owner.Type().Version() == c.version {
		if v := object.SlotAt(*owner, int(c.index)); !v.IsNull() {
			*owner = v
			if in.arg&1 != 0 {
				*sp = Value{}
				sp = pushed(sp)
			}
			return in.next(), sp, fp
		}
	}
	return loadAttr(th, in, sp, fp)
}

func loadAttrMethod(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := top(sp)
	c := in.c
	if owner.Type().Version() == c.version {
		if d := owner.Dict(); d == nil || d.IndexStr(c.name) < 0 {
			if in.arg&1 != 0 {
				*sp = *owner
				*owner = c.val
				return in.next(), pushed(sp), fp
			}
			object.Escape(*owner)
			*owner = object.NewBoundMethod(c.val, *owner)
			return in.next(), sp, fp
		}
	}
	return loadAttr(th, in, sp, fp)
}

func loadAttrModule(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if m, ok := object.AsModule(*top(sp)); ok {
		if v := m.Dict().ValueAt(int(in.c.index), in.c.name); !v.IsNull() {
			return foundAttr(in, sp, fp, v)
		}
	}
	return loadAttr(th, in, sp, fp)
}

func loadAttrClass(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	if t, ok := object.AsType(*top(sp)); ok && t.Version() == in.c.version {
		return foundAttr(in, sp, fp, in.c.val)
	}
	return loadAttr(th, in, sp, fp)
}

// loadAttrProperty calls the getter of a property, a Python function.
func loadAttrProperty(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := top(sp)
	if owner.Type().Version() == in.c.version {
		fn, _ := object.AsFunction(in.c.val)
		if x, ok := fn.Code.Exec.(*prepared); ok && fits(fn, x, 1) {
			save(th, in, owner, fp)
			return call(th, fn, x, owner, 1, 0)
		}
	}
	return loadAttr(th, in, sp, fp)
}

// loadAttrData asks a data descriptor of the class that is written in Go.
func loadAttrData(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner := top(sp)
	t := owner.Type()
	if t.Version() != in.c.version {
		return loadAttr(th, in, sp, fp)
	}
	if !owner.Borrows() {
		object.Escape(*owner)
	}
	save(th, in, sp, fp)
	d := in.c.val
	v, err := d.Type().DescrGet(th, d, *owner, t.Ref())
	if err != nil {
		return raised(th, err)
	}
	if owner.Borrows() {
		object.DropRef(*owner)
	}
	return foundAttr(in, sp, fp, v)
}

// storeAttr is STORE_ATTR in general.
func storeAttr(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	save(th, in, sp, fp)
	owner, v := top(sp), under(sp, 2)
	if err := setAttr(th, *owner, in, *v); err != nil {
		return raised(th, err)
	}
	return in.next(), v, fp
}

func storeAttrInstance(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner, v := top(sp), under(sp, 2)
	c := in.c
	if owner.Type().Version() == c.version {
		if d := owner.Dict(); d != nil && d.SetValueAt(int(c.index), c.name, *v) {
			return in.next(), v, fp
		}
	}
	return storeAttr(th, in, sp, fp)
}

// storeAttrProperty calls the setter of a property, a Python function.
func storeAttrProperty(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner, v := top(sp), under(sp, 2)
	if owner.Type().Version() == in.c.version {
		fn, _ := object.AsFunction(in.c.val)
		if x, ok := fn.Code.Exec.(*prepared); ok && fits(fn, x, 2) {
			save(th, in, v, fp)
			*v, *owner = *owner, *v
			return call(th, fn, x, v, 2, frameDrop)
		}
	}
	return storeAttr(th, in, sp, fp)
}

func storeAttrSlot(th *object.Thread, in *instr, sp, fp *Value) (*instr, *Value, *Value) {
	owner, v := top(sp), under(sp, 2)
	c := in.c
	if owner.Type().Version() == c.version && object.SetSlotAt(*owner, int(c.index), *v) {
		return in.next(), v, fp
	}
	return storeAttr(th, in, sp, fp)
}
