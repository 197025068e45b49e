package guards

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// This file checks and words the guards on plain Python values.

func checkType(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	return !v.IsNull() && v.Type().Ref() == g.Value
}

func codeType(th *object.Thread, g *Guard) string {
	t, _ := object.AsType(g.Value)
	return fmt.Sprintf("___check_type_id(%s, %d), type=%s", g.Text(), object.ID(g.Value), t)
}

func checkID(th *object.Thread, g *Guard, v object.Value, _ *run) bool { return v == g.Value }

func codeID(th *object.Thread, g *Guard) string { return codeObject(g.Text(), g.Value) }

func codeObject(text string, v object.Value) string {
	shown := v.Type()
	if t, ok := object.AsType(v); ok {
		shown = t
	}
	return fmt.Sprintf("___check_obj_id(%s, %d), type=%s", text, object.ID(v), shown)
}

// checkClosure compares the code of a function, not the function.
func checkClosure(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	f, ok := object.AsFunction(v)
	return ok && f.Code.Ref() == g.Value
}

func codeClosure(th *object.Thread, g *Guard) string {
	return codeObject(g.Text()+".__code__", g.Value)
}

func checkHasAttr(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	if v.IsNull() {
		return false
	}
	return HasGenericAttr(th, v, g.Name)
}

// HasGenericAttr tells whether an attribute is in the dict of v or on its type: what guards of hasattr ask, without running __getattr__ or properties of
// the program.
func HasGenericAttr(th *object.Thread, v object.Value, name string) bool {
	if d := v.Dict(); d != nil {
		if _, ok := d.Lookup(name); ok {
			return true
		}
	}
	_, ofClass := object.AsType(v) // which is looked up along its own bases
	if class := v.Type(); class.IsHeap() && !ofClass {
		if found := class.Lookup(th, object.Intern(name)); found.IsNull() || found.Type().IsHeap() || found.Type().Layout() == object.LayoutProperty || found.Type().DescrGet == nil {
			return !found.IsNull() || isMember(th, v, name)
		}
	}
	_, err := object.GetAttr(th, v, name)
	return err == nil
}

// isMember tells whether the __getattr__ of nn.Module finds an attribute of v: a parameter, buffer or submodule.
func isMember(th *object.Thread, v object.Value, name string) bool {
	attributes := v.Dict()
	if attributes == nil || v.Type().Lookup(th, object.Intern("__getattr__")).IsNull() {
		return false
	}
	for _, table := range []string{"_parameters", "_buffers", "_modules"} {
		members, _ := attributes.Lookup(table)
		if d, ok := object.AsDict(members); ok {
			if _, has := d.Lookup(name); has {
				return true
			}
		}
	}
	return false
}

func checkNotHasAttr(th *object.Thread, g *Guard, v object.Value, r *run) bool {
	return !v.IsNull() && !checkHasAttr(th, g, v, r)
}

func codeHasAttr(th *object.Thread, g *Guard) string {
	not := ""
	if g.Kind == NotHasAttr {
		not = "not "
	}
	return not + "hasattr(" + g.Text() + ", " + quote(g.Name) + ")"
}

func failGetAttr(th *object.Thread, g *Guard, v object.Value, _ *run) string {
	return "getattr failed on source " + localNames(g.Text())
}

func checkNotPresent(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	if v.IsNull() {
		return false
	}
	d := v.Dict()
	if d == nil {
		return true
	}
	_, present := d.Lookup(g.Name)
	return !present
}

func codeNotPresent(th *object.Thread, g *Guard) string {
	return "not ___dict_contains(" + quote(g.Name) + ", " + g.Text() + ".__dict__)"
}

func checkDictContains(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	d, ok := object.AsDict(v)
	if !ok {
		return false
	}
	_, present, err := d.Get(th, g.Value)
	return err == nil && present != g.Not
}

func codeDictContains(th *object.Thread, g *Guard) string {
	return not(g.Not) + "___dict_contains(" + ReprOf(th, g.Value) + ", " + g.Text() + ")"
}

func checkSetContains(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	set, ok := object.AsSet(v)
	if !ok {
		return false
	}
	present, err := set.Has(th, g.Value) // whatever `in` is in its class
	return err == nil && present != g.Not
}

func codeSetContains(th *object.Thread, g *Guard) string {
	return not(g.Not) + "set.__contains__(" + g.Text() + ", " + ReprOf(th, g.Value) + ")"
}

func not(yes bool) string {
	if yes {
		return "not "
	}
	return ""
}

func checkDictVersion(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	d, ok := object.AsDict(v)
	return ok && d.Version() == uint64(g.Length)
}

func codeDictVersion(th *object.Thread, g *Guard) string {
	return fmt.Sprintf("___dict_version(%s) == %d", g.Text(), g.Length)
}

func checkDictKeys(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	return dictKeysMismatch(th, g, v) == -1
}

// dictKeysMismatch is the position of the first differing key, -2 for another
// length, -1 for a match.
func dictKeysMismatch(th *object.Thread, g *Guard, v object.Value) int {
	d, ok := object.AsDict(v)
	if !ok || d.Len() != len(g.Values) {
		return -2
	}
	if g.Unordered {
		for i, want := range g.Values {
			if _, there, err := d.Get(th, want); err != nil || !there {
				return i
			}
		}
		return -1
	}
	i, position := 0, 0
	for {
		key, _, next, ok := d.Next(position)
		if !ok {
			return -1
		}
		if TensorOf(g.Values[i]) != nil && key.Type() == g.Values[i].Type() { // which tensor it is, is guarded where that matters
			position = next
			i++
			continue
		}
		if same, err := object.Equal(th, key, g.Values[i]); err != nil || !same || key.Type() != g.Values[i].Type() {
			return i
		}
		position = next
		i++
	}
}

// checkMappingKeys compares the keys of what a read-only view of a dict shows.
func checkMappingKeys(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	p, ok := object.AsMappingProxy(v)
	return ok && dictKeysMismatch(th, g, p.D) == -1
}

func codeMappingKeys(th *object.Thread, g *Guard) string {
	return "list(" + g.Text() + ".keys()) == [" + reprs(th, g.Values) + "]"
}

func reprs(th *object.Thread, values []object.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = ReprOf(th, v)
	}
	return strings.Join(parts, ", ")
}

func codeDictKeys(th *object.Thread, g *Guard) string {
	return "list(dict.keys(" + g.Text() + ")) == [" + reprs(th, g.Values) + "]"
}

func failDictKeys(th *object.Thread, g *Guard, v object.Value, _ *run) string {
	switch at := dictKeysMismatch(th, g, v); {
	case v.IsNull() || at == -1:
		return ""
	case at == -2 && g.Unordered:
		return withLine(lengthCode(g.Text(), len(g.Values)), "", g.Line)
	case g.Unordered:
		return fmt.Sprintf("KeyError on %s", localNames(fmt.Sprintf("%s[%s]", g.Text(), ReprOf(th, g.Values[at]))))
	case at == -2:
		return fmt.Sprintf("len(%s) != %d", localNames(g.Text()), len(g.Values))
	default:
		return withLine(fmt.Sprintf("list(dict.keys(%s))[%d] == %s", g.Text(), at, ReprOf(th, g.Values[at])), "", g.Line)
	}
}

func checkLength(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	if v.IsNull() || !g.Value.IsNull() && v.Type().Ref() != g.Value {
		return false
	}
	n, err := object.ContentLen(th, v)
	return err == nil && n == g.Length
}

func codeLength(th *object.Thread, g *Guard) string { return lengthCode(g.Text(), g.Length) }

// lengthCode is the check of a length.
func lengthCode(text string, n int) string {
	if n == 0 {
		return "not " + text
	}
	return fmt.Sprintf("len(%s) == %d", text, n)
}

// failLength reports another type before another length.
func failLength(th *object.Thread, g *Guard, v object.Value, _ *run) string {
	if v.IsNull() || g.Value.IsNull() || v.Type().Ref() == g.Value {
		return ""
	}
	t, _ := object.AsType(g.Value)
	return withLine(codeType(th, &Guard{Source: g.Source, Value: g.Value}), "type "+t.ShortName(), g.Line)
}

// IteratorExhausted is the length of a list iterator that has come to its end; one that has given out all items so far may go on.
const IteratorExhausted = -1

// checkIteratorLen demands an iterator of the guard's type with as many items to come.
func checkIteratorLen(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	if v.IsNull() || v.Type().Ref() != g.Value {
		return false
	}
	if list, _, ok := object.ListIterator(v); ok && list.IsNull() { // it gives nothing any more, however its list grows
		return g.Length == IteratorExhausted
	}
	rest, err := IteratorRest(th, v)
	return err == nil && len(rest) == g.Length
}

// checkRangeIterator demands an iterator of a range with the same numbers to come: as many, with the ends that are the guard's value.
func checkRangeIterator(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	if v.IsNull() || v.Type() != object.RangeIterType {
		return false
	}
	rest, err := IteratorRest(th, v)
	ends, _ := object.AsTuple(g.Value)
	if err != nil || len(rest) != g.Length {
		return false
	}
	if len(rest) == 0 {
		return true
	}
	first, err := object.Equal(th, rest[0], ends.Items[0])
	last, errLast := object.Equal(th, rest[len(rest)-1], ends.Items[1])
	return err == nil && errLast == nil && first && last
}

func codeIteratorLen(th *object.Thread, g *Guard) string {
	return fmt.Sprintf("___tuple_iterator_len(%s) == %d", g.Text(), g.Length)
}

// checkEquals demands the same type and an equal value. nan equals nan.
func checkEquals(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	if v == g.Value {
		return true
	}
	if v.IsNull() || v.Type() != g.Value.Type() {
		return false
	}
	if f, ok := g.Value.AsFloat(); ok {
		h, _ := v.AsFloat()
		return f == h && math.Signbit(f) == math.Signbit(h) || f == h && f != 0 || math.IsNaN(f) && math.IsNaN(h)
	}
	if isComplexNaN(g.Value) {
		return isComplexNaN(v)
	}
	if s, ok := object.AsSet(g.Value); ok { // whatever == is in its class
		now, _ := object.AsSet(v)
		same, err := now.SameElements(th, s)
		return err == nil && same
	}
	equal, err := object.Equal(th, v, g.Value)
	return err == nil && equal
}

// checkPrimitive demands of an instance of a class derived from str or a number the same string or number, whatever == is in its class.
func checkPrimitive(th *object.Thread, g *Guard, v object.Value, r *run) bool {
	return !v.IsNull() && checkEquals(th, g, object.Plain(v), r)
}

func codePrimitive(th *object.Thread, g *Guard) string {
	return g.Value.Type().Name + "(" + g.Text() + ") == " + ReprOf(th, g.Value)
}

// isComplexNaN tells whether v is a complex number with a part that is no number; all of them count as one constant.
func isComplexNaN(v object.Value) bool {
	c, ok := object.AsComplex(v)
	return ok && cmplx.IsNaN(c.V)
}

func codeEquals(th *object.Thread, g *Guard) string {
	switch f, isFloat := g.Value.AsFloat(); {
	case g.Value.IsNone():
		return g.Text() + " is None"
	case isFloat && math.IsNaN(f):
		return "(type(" + g.Text() + ") is float and __math_isnan(" + g.Text() + "))"
	case isComplexNaN(g.Value):
		return "(type(" + g.Text() + ") is complex and __numpy_isnan(" + g.Text() + "))"
	}
	return g.Text() + " == " + ReprOf(th, g.Value)
}

// ReprOf shows a value in guards and other texts for people; numbers, strings and containers as their built-in type does where the program's class has a __repr__ of its own:
// showing them must do nothing in the program.
func ReprOf(th *object.Thread, v object.Value) string {
	if v.Type().IsHeap() && shownNatively(v) {
		shown, err := v.Type().Native().Repr(th, v)
		if err == nil {
			s, _ := object.AsStr(shown)
			return s.S
		}
	}
	s, err := object.Repr(th, v)
	if err != nil {
		return "<" + v.Type().ShortName() + ">"
	}
	return s
}

// shownNatively tells whether v is of a class of sets, or one of numbers, strings or other containers that the program has given a __repr__.
func shownNatively(v object.Value) bool {
	if _, set := object.AsSet(v); set {
		return true
	}
	switch native := v.Type().Native(); {
	case native == object.IntType, native == object.FloatType, native == object.ComplexType, native == object.StrType, native == object.BytesType,
		native == object.ListType, native == object.TupleType, native == object.DictType, native.FullName() == "collections.deque":
		repr, _ := v.Type().LookupWhere(object.Intern("__repr__"))
		f, python := object.AsFunction(repr)
		return python && !strings.HasPrefix(f.Code.Filename, "<magneto>")
	}
	return false
}

func checkDuplicate(th *object.Thread, g *Guard, v object.Value, r *run) bool {
	return !v.IsNull() && v == g.Other.Resolve(th, r.frame)
}

// checkSizeRelation asks whether two sizes that no number is known of are the same, or not.
func checkSizeRelation(th *object.Thread, g *Guard, v object.Value, r *run) bool {
	other := g.Other.Resolve(th, r.frame)
	if v.IsNull() || other.IsNull() {
		return false
	}
	same, err := object.Equal(th, v, other)
	return err == nil && same != g.Not
}

func codeSizeRelation(_ *object.Thread, g *Guard) string {
	operator := " == "
	if g.Not {
		operator = " != "
	}
	return g.Text() + operator + g.Other.Text()
}

func codeDuplicate(th *object.Thread, g *Guard) string { return g.Text() + " is " + g.Other.Text() }
