package interp

import (
	"github.com/magneto-go/magneto/vm/object"
)

// loadGlobal finds a global or builtin and fills the cache.
func loadGlobal(f *Frame, name *object.Str, c *cache) (Value, error) {
	if i := f.globals.IndexStr(name); i >= 0 {
		v, _ := f.globals.GetStr(name)
		c.kind, c.index = cacheGlobal, int32(i)
		return v, nil
	}
	if v, ok := f.builtins.GetStr(name); ok {
		*c = cache{kind: cacheBuiltin, version: f.globals.KeysVersion(), second: f.builtins.Version(), val: v}
		return v, nil
	}
	return object.Null, undefined(name)
}

func loadName(f *Frame, name *object.Str) (Value, error) {
	if f.localNS != nil {
		if v, ok := f.localNS.GetStr(name); ok {
			return v, nil
		}
	} else if !f.locals.IsNull() {
		v, err := object.GetItem(f.locals, name.Ref())
		if err == nil || !object.ErrorIs(err, object.KeyError) {
			return v, err
		}
	}
	return globalOrBuiltin(f, name)
}

func globalOrBuiltin(f *Frame, name *object.Str) (Value, error) {
	if v, ok := f.globals.GetStr(name); ok {
		return v, nil
	}
	if v, ok := f.builtins.GetStr(name); ok {
		return v, nil
	}
	return object.Null, undefined(name)
}

// loadAttr is attribute access that remembers how it was answered. method tells that v is to be called with owner first.
func loadAttr(owner Value, name *object.Str, c *cache, wantMethod bool) (v Value, method bool, err error) {
	t := owner.Type()
	if t.HasGenericGetAttr() {
		d := t.Lookup(name)
		dict := owner.Dict()
		if d.IsNull() {
			if dict != nil {
				if i := dict.IndexStr(name); i >= 0 {
					*c = cache{kind: cacheInstance, index: int32(i), version: t.Version()}
					v, _ = dict.GetStr(name)
					return v, false, nil
				}
			}
		} else if d.Type() == object.FunctionType || wantMethod && (d.Type() == object.MethodDescrType || d.Type() == object.WrapperDescrType) {
			if dict == nil || dict.IndexStr(name) < 0 {
				*c = cache{kind: cacheMethod, version: t.Version(), val: d}
				return d, true, nil
			}
		} else if i, ok := object.SlotIndex(d); ok {
			*c = cache{kind: cacheSlot, index: int32(i), version: t.Version()}
		} else if d.Type().DescrGet == nil && dict != nil {
			// A class attribute that the instance overrides: a default.
			if i := dict.IndexStr(name); i >= 0 {
				*c = cache{kind: cacheInstance, index: int32(i), version: t.Version()}
				v, _ = dict.GetStr(name)
				return v, false, nil
			}
		}
		v, err = object.GenericGetAttr(owner, name)
		return v, false, err
	}
	if t == object.ModuleType && t.Lookup(name).IsNull() {
		if i := owner.Dict().IndexStr(name); i >= 0 {
			*c = cache{kind: cacheModule, index: int32(i)}
			v, _ = owner.Dict().GetStr(name)
			return v, false, nil
		}
	}
	if t == object.TypeType && object.TypeType.Lookup(name).IsNull() {
		cls, _ := object.AsType(owner)
		if x := cls.Lookup(name); !x.IsNull() && (x.Type().DescrGet == nil || x.Type() == object.FunctionType) {
			*c = cache{kind: cacheClass, version: cls.Version(), val: x}
			return x, false, nil
		}
	}
	v, err = object.GetAttrStr(owner, name)
	return v, false, err
}

func storeAttr(owner Value, name *object.Str, v Value, c *cache) error {
	if err := object.SetAttrStr(owner, name, v); err != nil {
		return err
	}
	t := owner.Type()
	if !t.HasGenericSetAttr() {
		return nil
	}
	if i, ok := object.SlotIndex(t.Lookup(name)); ok {
		*c = cache{kind: cacheSlot, index: int32(i), version: t.Version()}
		return nil
	}
	if !t.HasDict() {
		return nil
	}
	if d := t.Lookup(name); !d.IsNull() && d.Type().DescrSet != nil {
		return nil
	}
	if d := owner.Dict(); d != nil {
		if i := d.IndexStr(name); i >= 0 {
			*c = cache{kind: cacheInstance, index: int32(i), version: t.Version()}
		}
	}
	return nil
}
