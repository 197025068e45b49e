package variables

import (
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is about native objects of the caller that are neither containers nor have attributes of their own: what they hold has no path that a guard
// could follow, so the guard is on the object.

// sameObject are the classes of objects that never change and are known by their identity.
var sameObject = map[string]bool{"functools._lru_cache_wrapper": true, "staticmethod": true, "classmethod": true, "property": true, "code": true,
	"operator.itemgetter": true, "operator.attrgetter": true, "operator.methodcaller": true}

// sameValue are the classes of objects that never change and are equal where they do the same.
var sameValue = map[string]bool{"re.Pattern": true, "types.GenericAlias": true, "typing.Union": true}

// buildOpaque wraps such an object; ok is false for those of other classes.
func (t *Trace) buildOpaque(th *object.Thread, v object.Value, src *guards.Source) (x Tracker, ok bool, err error) {
	typ := v.Type()
	name := typ.FullName()
	switch {
	case sameObject[name]:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.IDMatch, Value: v})
	case sameValue[name]:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		t.guard(th, &guards.Guard{Source: src, Kind: guards.EqualsMatch, Value: v})
	case name == "memoryview":
		content, err := object.CallMethod(th, v, "tobytes")
		if err != nil {
			return nil, true, err
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		t.guard(th, &guards.Guard{Source: src, Kind: guards.EqualsMatch, Value: content})
	case strings.HasPrefix(name, "dict_") || strings.HasPrefix(name, "odict_"):
		return t.buildView(th, v, src)
	default:
		return nil, false, nil
	}
	return &Container{sourced: sourced{src}, V: v, Orig: v}, true, nil
}

// buildView wraps a view of a dict by wrapping the dict, which its mapping shows.
func (t *Trace) buildView(th *object.Thread, v object.Value, src *guards.Source) (Tracker, bool, error) {
	view, ok := object.AsDictView(v)
	if !ok {
		return nil, false, nil
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: v.Type().Ref(), Hint: "type " + v.Type().ShortName()})
	x, err := t.build(th, view.D.Ref(), src.Attr("mapping").MappingDict())
	if err != nil {
		return nil, true, err
	}
	c, ok := x.(*Container)
	if !ok {
		return nil, false, nil
	}
	_, method, _ := strings.Cut(v.Type().ShortName(), "_")
	t.observe(th, c, method, nil)
	shadow, err := object.CallMethod(th, c.V, method)
	if err != nil {
		return nil, true, err
	}
	return t.shown(&Container{sourced: sourced{src}, V: shadow, Orig: v, wrapped: true}), true, nil
}
