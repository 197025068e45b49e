package interp

import (
	"github.com/magneto-go/magneto/vm/object"
)

// lookupName finds a name in the namespace of a module or class body, or around it.
func lookupName(th *object.Thread, f *Frame, name *object.Str) (Value, error) {
	if f.localNS != nil {
		if v, ok := f.localNS.GetStr(name); ok {
			return v, nil
		}
	} else if !f.locals.IsNull() {
		v, err := object.GetItem(th, f.locals, name.Ref())
		if err == nil || !object.ErrorIs(err, object.KeyError) {
			return v, err
		}
	}
	return globalOrBuiltin(th, f, name)
}

func globalOrBuiltin(th *object.Thread, f *Frame, name *object.Str) (Value, error) {
	if v, ok := f.globals.GetStr(name); ok {
		return v, nil
	}
	if g := f.globals.Ref(); g.Type() != object.DictType { // which may have a __missing__
		v, err := object.GetItem(th, g, name.Ref())
		if err == nil || !object.ErrorIs(err, object.KeyError) {
			return v, err
		}
	}
	if v, ok := f.builtins.GetStr(name); ok {
		return v, nil
	}
	return object.Null, undefined(name)
}

// lookUpAttr is attribute access by instruction in, which is specialised for what was found. method tells that v is to be
// called with owner first.
func lookUpAttr(th *object.Thread, owner Value, in *instr) (v Value, method bool, err error) {
	t, name, wantMethod := owner.Type(), in.c.name, in.arg&1 != 0
	if t.HasGenericGetAttr() {
		d := t.Lookup(th, name)
		dict := owner.Dict()
		if d.IsNull() {
			if dict != nil {
				if i := dict.IndexStr(name); i >= 0 {
					in.specialise(loadAttrInstance, loadFastAttrInstance, t.Version(), i, object.Null)
					v, _ = dict.GetStr(name)
					return v, false, nil
				}
			}
		} else if d.Type() == object.FunctionType || wantMethod && (d.Type() == object.MethodDescrType || d.Type() == object.WrapperDescrType) {
			if dict == nil || dict.IndexStr(name) < 0 {
				in.specialise(loadAttrMethod, loadFastMethod, t.Version(), 0, d)
				return d, true, nil
			}
		} else if i, ok := object.SlotIndex(d); ok {
			in.specialise(loadAttrSlot, loadFastAttrSlot, t.Version(), i, object.Null)
		} else if d.Type().DescrGet == nil && dict != nil {
			// A class attribute that the instance overrides: a default.
			if i := dict.IndexStr(name); i >= 0 {
				in.specialise(loadAttrInstance, loadFastAttrInstance, t.Version(), i, object.Null)
				v, _ = dict.GetStr(name)
				return v, false, nil
			}
		}
		if p, ok := object.AsProperty(d); ok && !wantMethod && d.Type() == object.PropertyType && isFunction(p.Get) {
			in.specialise(loadAttrProperty, nil, t.Version(), 0, p.Get)
		} else if !d.IsNull() && d.Type().DescrGet != nil && d.Type().DescrSet != nil && !d.Type().IsHeap() {
			if _, slot := object.SlotIndex(d); !slot {
				in.specialise(loadAttrData, nil, t.Version(), 0, d)
			}
		}
		v, err = object.GenericGetAttr(th, owner, name)
		return v, false, err
	}
	if t == object.ModuleType && t.Lookup(th, name).IsNull() {
		if i := owner.Dict().IndexStr(name); i >= 0 {
			in.specialise(loadAttrModule, nil, 0, i, object.Null)
			v, _ = owner.Dict().GetStr(name)
			return v, false, nil
		}
	}
	if t == object.TypeType && object.TypeType.Lookup(th, name).IsNull() {
		cls, _ := object.AsType(owner)
		if x := cls.Lookup(th, name); !x.IsNull() && (x.Type().DescrGet == nil || x.Type() == object.FunctionType) {
			in.specialise(loadAttrClass, nil, cls.Version(), 0, x)
			return x, false, nil
		}
	}
	v, err = object.GetAttrStr(th, owner, name)
	return v, false, err
}

// setAttr is attribute assignment by instruction in, which is specialised.
func setAttr(th *object.Thread, owner Value, in *instr, v Value) error {
	name := in.c.name
	if err := object.SetAttrStr(th, owner, name, v); err != nil {
		return err
	}
	t := owner.Type()
	if !t.HasGenericSetAttr(th) {
		return nil
	}
	d := t.Lookup(th, name)
	if p, ok := object.AsProperty(d); ok && d.Type() == object.PropertyType && isFunction(p.Set) {
		in.specialise(storeAttrProperty, nil, t.Version(), 0, p.Set)
		return nil
	}
	if i, ok := object.SlotIndex(d); ok {
		in.specialise(storeAttrSlot, nil, t.Version(), i, object.Null)
		return nil
	}
	if !t.HasDict() {
		return nil
	}
	if !d.IsNull() && d.Type().DescrSet != nil {
		return nil
	}
	if d := owner.Dict(); d != nil {
		if i := d.IndexStr(name); i >= 0 {
			in.specialise(storeAttrInstance, nil, t.Version(), i, object.Null)
		}
	}
	return nil
}

func isFunction(v Value) bool { return !v.IsNull() && v.Type() == object.FunctionType }
