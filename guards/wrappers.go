package guards

import (
	"slices"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Flatten asks a tensor of a class that is made of other tensors for the names of its parts and what it tells of itself beside these (__tensor_flatten__, which is not compiled).
func Flatten(th *object.Thread, v object.Value) (parts []string, metadata object.Value, err error) {
	running := interp.ThreadOf(th)
	hook := running.FrameHook
	running.FrameHook = nil
	defer func() { running.FrameHook = hook }()
	flat, err := object.CallMethod(th, v, "__tensor_flatten__")
	if err != nil {
		return nil, object.Null, err
	}
	pair, ok := object.AsTuple(flat)
	if !ok || len(pair.Items) != 2 {
		return nil, object.Null, object.RuntimeErrorf("__tensor_flatten__ must return (attr_names, ctx)")
	}
	err = object.Iterate(th, pair.Items[0], func(_ *object.Thread, name object.Value) error {
		text, ok := object.Text(name)
		if !ok {
			return object.TypeErrorf("attribute name must be string, not '%s'", name.Type().Name)
		}
		parts = append(parts, text)
		return nil
	})
	return parts, pair.Items[1], err
}

// metadataGuard is the method by which a class compares the metadata of its tensors itself: it is given what was known and what is.
const metadataGuard = "__metadata_guard__"

// checkMetadata compares the names of the parts, Values, and the metadata.
func checkMetadata(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	parts, now, err := Flatten(th, v)
	if err != nil || !slices.EqualFunc(parts, g.Values, func(name string, known object.Value) bool {
		text, _ := object.Text(known)
		return name == text
	}) {
		return false
	}
	var same object.Value
	if own, lookErr := object.GetAttr(th, v, metadataGuard); lookErr == nil {
		same, err = object.Call(th, own, g.Value, now)
	} else {
		same, err = object.Compare(th, now, g.Value, object.Eq)
	}
	if err != nil {
		return false
	}
	answer, err := object.IsTrue(th, same)
	return err == nil && answer
}

func codeMetadata(_ *object.Thread, g *Guard) string {
	return "___check_metadata_" + itoa(int(object.ID(g.Value)))
}

// CheckMetadataGuard says what is wrong with such a method of a class, "" for nothing.
func CheckMetadataGuard(th *object.Thread, class *object.Type) string {
	own := class.Lookup(th, object.Intern(metadataGuard))
	if own.IsNull() {
		return ""
	}
	method, ok := object.AsClassMethod(own)
	if !ok {
		return "Tensor subclass method __metadata_guard__ must be a classmethod"
	}
	if f, ok := object.AsFunction(method.Func); ok && f.Code.ArgCount != 3 {
		return "Tensor subclass method __metadata_guard__ must take exactly two subclass metadata arguments"
	}
	return ""
}

// checkTold asks the function that a class has for what is guarded of its objects, and compares what it gives with what it gave.
func checkTold(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	parts, _ := object.AsTuple(g.Value)
	now, err := object.Call(th, parts.Items[0], v)
	if err != nil {
		return false
	}
	same, err := object.Equal(th, now, parts.Items[1])
	return err == nil && same
}

func codeTold(th *object.Thread, g *Guard) string {
	parts, _ := object.AsTuple(g.Value)
	return "guard_fn(" + g.Text() + ") == " + ReprOf(th, parts.Items[1])
}
