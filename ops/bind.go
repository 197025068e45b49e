package ops

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Foreign is a script value that no operator parameter accepts; only its type's name is known here.
type Foreign interface{ TypeName() string }

// ListArg is a list of a script where errors are worded; calls that fit take lists and tuples alike, as []Value.
type ListArg []Value

// Bind matches call arguments against the overloads in order and returns the chosen one with one value for each
// parameter. For methods args[0] is the tensor. Errors are TypeErrors with PyTorch's text.
func (p *Packet) Bind(args []Value, kwargs []KW) (op *Op, bound []Value, err error) {
	return p.BindFollowing(args, kwargs, nil)
}

// Follow is what a tensor becomes that was given where a parameter of the base int, float or Scalar takes a number: a symbolic size
// that stands for it, or false for its value.
type Follow func(t *tensor.Tensor, param *Param) (Value, bool)

// BindFollowing is Bind for a trace, which must know which numbers were tensors. follow is asked for the parameters from the last to
// the first, only for the overload that is chosen; it may be nil.
func (p *Packet) BindFollowing(args []Value, kwargs []KW, follow Follow) (op *Op, bound []Value, err error) {
	defer catch(&err)
	if first := p.Ops[0]; len(args) == 1 && len(kwargs) == 0 && len(first.Schema().Params) == 1 && isTensor(args[0]) && first.e.Arrange == nil && !first.Schema().Params[0].Type.List {
		return first, args, nil
	}
	var out Value
	rest := kwargs
	for i, kw := range kwargs {
		if kw.Name == "out" && !p.takesOut() {
			out = kw.Value
			rest = append(append([]KW(nil), kwargs[:i]...), kwargs[i+1:]...)
			break
		}
	}
	var chosen *Op
	for _, candidate := range p.Ops {
		if out != nil && candidate.out == nil {
			continue
		}
		values, mismatch := p.match(candidate, args, rest, follow != nil)
		if mismatch != nil {
			continue
		}
		if chosen != nil && tensorsIn(values) <= tensorsIn(bound) {
			continue
		}
		chosen, bound = candidate, values
		if len(p.Ops) == 1 || tensorsIn(values) >= tensorsIn(args) {
			break // else an overload may take as a tensor what this one takes as a number
		}
	}
	if chosen == nil {
		p.throwMismatch(args, kwargs, rest)
	}
	if follow != nil {
		followNumbers(chosen, bound, follow)
	}
	if out != nil {
		return chosen.out, append(bound, p.outs(chosen, out)...), nil
	}
	return chosen, bound, nil
}

// tensorsIn counts the tensors among arguments.
func tensorsIn(args []Value) int {
	n := 0
	for _, v := range args {
		if isTensor(v) {
			n++
		}
	}
	return n
}

// takesOut says whether out is a parameter like any other, of a function that PyTorch writes in Python.
func (p *Packet) takesOut() bool {
	params := p.Ops[0].Schema().Params
	last := params[len(params)-1]
	return last.Name == "out" && p.Ops[0].Variant == Plain
}

// outs are the tensors that out= gives an operator to write to.
func (p *Packet) outs(op *Op, out Value) []Value {
	list, ok := out.([]Value)
	if l, isList := out.(ListArg); isList {
		list, ok = l, true
	}
	switch n := len(op.Schema().Returns); {
	case n == 1 && isTensor(out):
		return []Value{out}
	case n == 1 && len(p.Ops) == 1:
		throw("TypeError", "%s(): argument 'out' must be Tensor, not %s", p.Name, TypeName(out))
	case n == 1:
		throw("TypeError", "%s() received an invalid combination of arguments - out must be Tensor, not %s", p.Name, TypeName(out))
	case !ok || slices.ContainsFunc(list, func(v Value) bool { return !isTensor(v) }):
		throw("TypeError", "%s(): argument 'out' must be tuple of Tensors, not %s", p.Name, TypeName(out))
	case len(list) != n:
		throw("TypeError", "expected tuple of %d elements but got %d", n, len(list))
	}
	return list
}

// givenTensor is a tensor where a number is wanted, with its value.
type givenTensor struct {
	t     *tensor.Tensor
	value Value
}

// numberOf keeps the tensor v beside the number that it was converted to.
func numberOf(v, converted Value) Value {
	if t, ok := v.(*tensor.Tensor); ok && t != nil && !isTensor(converted) {
		return givenTensor{t, converted}
	}
	return converted
}

// markNumbers is numberOf for an argument or the elements of a list.
func markNumbers(v, converted Value) Value {
	out, ok := converted.([]Value)
	if !ok {
		return numberOf(v, converted)
	}
	list, isList := v.([]Value)
	for i := range out {
		switch {
		case !isList:
			out[i] = numberOf(v, out[i])
		case i < len(list):
			out[i] = numberOf(list[i], out[i])
		}
	}
	return out
}

// followNumbers replaces what markNumbers has kept.
func followNumbers(op *Op, bound []Value, follow Follow) {
	params := op.Schema().Params
	replace := func(v Value, q *Param) Value {
		n, ok := v.(givenTensor)
		if !ok {
			return v
		}
		if followed, ok := follow(n.t, q); ok {
			return followed
		}
		return n.value
	}
	for i := len(params) - 1; i >= 0; i-- {
		bound[i] = replace(bound[i], &params[i])
		if list, ok := bound[i].([]Value); ok {
			for j := range list {
				if _, ok := list[j].(givenTensor); ok { // defaults are shared, and hold none
					list[j] = replace(list[j], &params[i])
				}
			}
		}
	}
}

// match returns the bound arguments, or what says what is wrong with them: most mismatches are of overloads before the right one.
// With mark, tensors that became numbers are kept beside them.
func (p *Packet) match(op *Op, args []Value, kwargs []KW, mark bool) ([]Value, func() string) {
	params := op.Schema().Params
	positional := 0
	for _, q := range params {
		if !q.KwOnly {
			positional++
		}
	}
	if op.e.Arrange != nil && !strings.HasPrefix(p.PyName, "torch.ops.") {
		args = op.e.Arrange(args)
	}
	args = p.packVarargs(params, positional, args)
	if len(args) > positional {
		positional, n := positional, len(args)
		return nil, func() string { return p.tooMany(op, positional, n) }
	}
	bound := make([]Value, len(params))
	used := 0
	for i := range params {
		q := &params[i]
		var v Value
		given := false
		if i < len(args) {
			v, given = args[i], true
		} else {
			for _, kw := range kwargs {
				if p.names(q, kw.Name) {
					v, given = kw.Value, true
					used++
					break
				}
			}
		}
		if !given {
			if !q.HasDef && !(q.Type.Optional && q.KwOnly) {
				args := args
				return nil, func() string { return p.missing(op, args, kwargs) }
			}
			bound[i] = q.Default
			continue
		}
		value, ok := convert(v, q, op.e.Num)
		if !ok || p.boolForInt(op, v, q) {
			place, given := i < len(args), v
			return nil, func() string { return p.badType(q, i, given, place) }
		}
		if mark && value != nil {
			value = markNumbers(v, value)
		}
		bound[i] = value
	}
	if used < len(kwargs) {
		for _, kw := range kwargs {
			known := false
			for i := range params {
				known = known || (p.names(&params[i], kw.Name) && i >= len(args))
			}
			if !known {
				return nil, func() string { return fmt.Sprintf("%s() got an unexpected keyword argument '%s'", p.Name, kw.Name) }
			}
		}
	}
	return bound, nil
}

// boolForInt says whether a bool is given for an integer, or leads a list of them, which only torch.ops and call forms take.
func (p *Packet) boolForInt(op *Op, v Value, q *Param) bool {
	if q.Type.Base != "int" || op.OnlyScripts() || strings.HasPrefix(p.PyName, "torch.ops.") {
		return false
	}
	list, ok := v.([]Value)
	if l, isList := v.(ListArg); isList {
		list, ok = l, true
	}
	if ok && len(list) > 0 {
		v = list[0]
	}
	_, is := v.(bool)
	return is
}

// names says whether a keyword names the parameter, allowing NumPy's spellings.
func (p *Packet) names(q *Param, kw string) bool {
	if q.Name == kw {
		return !(kw == "self" && q.Type.Base == "Tensor")
	}
	switch kw {
	case "input":
		return q.Name == "self" && !p.IsMethod
	case "axis":
		return q.Name == "dim" || q.Name == "dims"
	case "keepdims":
		return q.Name == "keepdim"
	case "x1":
		return q.Name == "self"
	case "x2":
		return q.Name == "other"
	}
	return false
}

// packVarargs turns x.view(2, 3) into x.view([2, 3]) when the only positional parameter is a list of integers.
func (p *Packet) packVarargs(params []Param, positional int, args []Value) []Value {
	first := 0
	if p.IsMethod {
		first = 1
	}
	if positional != first+1 || len(args) <= first {
		return args
	}
	q := params[first]
	if !q.Type.List || q.Type.Base != "int" {
		return args
	}
	if !isInteger(args[first]) {
		return args
	}
	for i, v := range args[first:] {
		if !isIntegerOrBool(v) {
			throw("TypeError", "%s(): argument '%s' failed to unpack the object at pos %d with error \"type must be tuple of ints,but got %s\"", p.Name, q.Name, i+1, TypeName(v))
		}
	}
	packed := append([]Value(nil), args[:first]...)
	list := append([]Value(nil), args[first:]...)
	return append(packed, list)
}

func isInteger(v Value) bool {
	switch v := v.(type) {
	case int64, int, symbolic.Int:
		return true
	case *tensor.Tensor:
		return v.Dim() == 0 && v.DType().IsIntegral()
	}
	return false
}

func isIntegerOrBool(v Value) bool {
	_, ok := v.(bool)
	return ok || isInteger(v)
}

// convert checks a value against a parameter and brings it to the form that kernels expect.
func convert(v Value, q *Param, numbers bool) (Value, bool) {
	t := q.Type
	if l, ok := v.(ListArg); ok {
		v = []Value(l)
	}
	if list, ok := q.Default.([]Value); v == nil && q.HasDef && t.List && ok && len(list) == 0 {
		return q.Default, true // None stands for an empty list of sizes
	}
	if v == nil {
		return nil, t.Optional || (q.HasDef && q.Default == nil)
	}
	if t.List {
		return convertList(v, q, t)
	}
	switch t.Base {
	case "Tensor":
		if isTensor(v) {
			return v, true
		}
		return v, numbers && isNumber(v)
	case "Scalar":
		if isNumber(v) {
			return plainInt(v), true
		}
		if x, ok := v.(*tensor.Tensor); ok && x.Dim() == 0 && !x.NeedsGrad() && hasValue(x) {
			return x.Item(), true
		}
		return nil, false
	case "int":
		if b, ok := v.(bool); ok {
			if b {
				return int64(1), true
			}
			return int64(0), true
		}
		if !isInteger(v) {
			return nil, false
		}
		return plainInt(v), true
	case "float":
		switch x := v.(type) {
		case float64:
			return x, true
		case int64:
			return float64(x), true
		case bool: // an int in Python, as which it is taken
			if x {
				return 1.0, true
			}
			return 0.0, true
		case symbolic.Int, symbolic.Float:
			return x, true
		case *tensor.Tensor:
			if x.Dim() == 0 && !x.DType().IsComplex() && hasValue(x) {
				return toFloat(x.Item()), true
			}
		}
		return nil, false
	case "bool":
		if x, ok := v.(*tensor.Tensor); ok && x.Dim() == 0 && x.DType() == tensor.Bool && hasValue(x) {
			return x.Item(), true
		}
		_, ok := v.(bool)
		return v, ok
	case "str":
		_, ok := v.(string)
		return v, ok
	case "TensorClass":
		_, ok := v.(TensorClass)
		return v, ok
	case "ScalarType":
		_, ok := v.(tensor.DType)
		return v, ok
	case "Layout":
		_, ok := v.(tensor.Layout)
		return v, ok
	case "MemoryFormat":
		_, ok := v.(tensor.MemoryFormat)
		return v, ok
	case "Generator":
		_, ok := v.(*tensor.Generator)
		return v, ok
	case "Device":
		switch x := v.(type) {
		case tensor.Device:
			return x, true
		case string:
			return usable(ParseDevice(x)), true
		}
		return nil, false
	}
	return v, true
}

// hasValue says whether a tensor holds elements: tensors on meta and those that stand for a batch do not.
func hasValue(t *tensor.Tensor) bool { return t.Storage().Size() >= t.DType().Size() }

// readable is the tensor v where its elements can be looked at: it is no description, not on meta, and neither a transform nor its class stands before them.
func readable(v Value) (*tensor.Tensor, bool) {
	t, ok := v.(*tensor.Tensor)
	return t, ok && !t.IsMeta() && t.Layer == nil && (t.Numel() == 0 || hasValue(t))
}

func plainInt(v Value) Value {
	switch x := v.(type) {
	case int:
		return int64(x)
	case symbolic.Int:
		return intValue(x)
	case *tensor.Tensor:
		return x.Item()
	}
	return v
}

func convertList(v Value, q *Param, t Type) (Value, bool) {
	list, ok := v.([]Value)
	if !ok {
		switch {
		case t.Base == "int" && t.Size > 0 && isIntegerOrBool(v):
			out := make([]Value, t.Size)
			for i := range out {
				out[i] = plainInt(v)
			}
			return out, true
		case t.Base == "float" && t.Size > 0 && isNumber(v):
			return []Value{v}, true
		case t.Base == "Tensor" && t.OptElem && isTensor(v):
			return nil, false
		}
		return nil, false
	}
	out := make([]Value, len(list))
	for i, e := range list {
		switch t.Base {
		case "int":
			if e == nil && t.OptElem {
				continue
			}
			if !isIntegerOrBool(e) {
				if i == 0 || isTensor(e) {
					return nil, false
				}
				throw("TypeError", "argument '%s' failed to unpack the object at pos %d with error \"type must be tuple of ints,but got %s\"", q.Name, i+1, TypeName(e))
			}
			if b, isBool := e.(bool); isBool {
				e = toSym(b)
			}
			out[i] = plainInt(e)
		case "float", "Scalar":
			if !isNumber(e) {
				return nil, false
			}
			out[i] = e
		case "Tensor":
			if !isTensor(e) && !(t.OptElem && e == nil) {
				if i == 0 {
					return nil, false
				}
				throw("TypeError", "expected Tensor as element %d in argument 0, but got %s", i, TypeName(e))
			}
			out[i] = e
		default:
			out[i] = e
		}
	}
	return out, true
}

// TypeName is the script's name of a value's type.
func TypeName(v Value) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case *tensor.Tensor, *Fake:
		return "Tensor"
	case bool:
		return "bool"
	case int64, int:
		return "int"
	case symbolic.Int:
		return "SymInt"
	case symbolic.Float:
		return "SymFloat"
	case symbolic.Bool:
		return "SymBool"
	case float64:
		return "float"
	case complex128:
		return "complex"
	case string:
		return "str"
	case tensor.DType:
		return "torch.dtype"
	case tensor.Device:
		return "torch.device"
	case tensor.Layout:
		return "torch.layout"
	case tensor.MemoryFormat:
		return "torch.memory_format"
	case *tensor.Generator:
		return "torch._C.Generator"
	case []Value:
		return "tuple"
	case ListArg:
		return "list"
	case Foreign:
		return v.TypeName()
	}
	return fmt.Sprintf("%T", v)
}

// paramTypeName is the name of a parameter type in error texts.
func paramTypeName(t Type) string {
	names := map[string]string{
		"Scalar": "Number", "ScalarType": "torch.dtype", "Layout": "torch.layout", "Device": "torch.device",
		"MemoryFormat": "torch.memory_format", "Generator": "torch.Generator",
	}
	name := t.Base
	if n, ok := names[name]; ok {
		name = n
	}
	if t.List {
		return "tuple of " + name + "s"
	}
	return name
}

func (p *Packet) paramName(q *Param) string {
	if q.Name == "self" && q.Type.Base == "Tensor" {
		return "input"
	}
	return q.Name
}

// Signature is one overload as error texts list it.
func (p *Packet) Signature(op *Op) string {
	var parts []string
	star := false
	out := ""
	if o := op.out; o != nil && !p.IsMethod {
		out = "Tensor out = None"
		if len(op.Schema().Returns) > 1 {
			out = "tuple of Tensors out = None"
		}
	}
	for i := range op.Schema().Params {
		q := &op.Schema().Params[i]
		if i == 0 && p.IsMethod {
			continue
		}
		if q.KwOnly && !star {
			star = true
			parts = append(parts, "*")
		}
		if out != "" && q.Name == "dtype" && i+1 < len(op.Schema().Params) {
			parts, out = append(parts, out), ""
		}
		text := paramTypeName(q.Type) + " " + p.paramName(q)
		if q.HasDef || (q.Type.Optional && q.KwOnly) {
			text += " = " + defaultText(q.Default)
		}
		parts = append(parts, text)
	}
	if out != "" {
		if !star {
			parts = append(parts, "*")
		}
		parts = append(parts, out)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func defaultText(v Value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		return "\"" + v + "\""
	case []Value:
		if len(v) > 0 {
			return defaultText(v[0])
		}
		return "None"
	case float64:
		s := strconv.FormatFloat(v, 'g', -1, 64)
		return s
	}
	return fmt.Sprint(v)
}

func (p *Packet) tooMany(op *Op, positional, given int) string {
	if p.IsMethod {
		if len(op.Schema().Params) == 1 {
			return fmt.Sprintf("TensorBase.%s() takes no arguments (%d given)", p.Name, given-1)
		}
		positional, given = positional-1, given-1
	}
	plural, verb := "s", "were"
	if positional == 1 {
		plural = ""
	}
	if given == 1 {
		verb = "was"
	}
	return fmt.Sprintf("%s() takes %d positional argument%s but %d %s given", p.Name, positional, plural, given, verb)
}

func (p *Packet) missing(op *Op, args []Value, kwargs []KW) string {
	quote := "\""
	if p.inPython() {
		quote = "'"
	}
	var names []string
	for i := range op.Schema().Params {
		q := &op.Schema().Params[i]
		if i < len(args) || q.HasDef || (q.Type.Optional && q.KwOnly) {
			continue
		}
		given := false
		for _, kw := range kwargs {
			given = given || p.names(q, kw.Name)
		}
		if !given {
			names = append(names, quote+p.paramName(q)+quote)
		}
	}
	if p.inPython() {
		return fmt.Sprintf("%s() missing %d required positional argument%s: %s", p.Name, len(names), pick(len(names) == 1, "", "s"), inWords(names))
	}
	plural := "" // PyTorch has the s where one argument is missing
	if len(names) == 1 {
		plural = "s"
	}
	return fmt.Sprintf("%s() missing %d required positional argument%s: %s", p.Name, len(names), plural, strings.Join(names, ", "))
}

// inPython says whether PyTorch has the function in Python, whose errors are Python's own where arguments are missing.
func (p *Packet) inPython() bool {
	return strings.HasPrefix(p.PyName, "torch.nn.functional.") || strings.HasPrefix(p.PyName, "torch.functional.")
}

// inWords lists names as Python does.
func inWords(names []string) string {
	switch n := len(names); n {
	case 0, 1:
		return strings.Join(names, "")
	case 2:
		return names[0] + " and " + names[1]
	default:
		return strings.Join(names[:n-1], ", ") + ", and " + names[n-1]
	}
}

func (p *Packet) badType(q *Param, i int, v Value, positional bool) string {
	if p.IsMethod {
		i--
	}
	at := ""
	if positional {
		at = fmt.Sprintf(" (position %d)", i+1)
	}
	list, ok := v.([]Value)
	if l, isList := v.(ListArg); isList {
		list, ok = l, true
	}
	if ok && q.Type.List && len(list) > 0 {
		return fmt.Sprintf("%s(): argument '%s'%s must be %s, but found element of type %s at pos 0", p.Name, p.paramName(q), at, paramTypeName(q.Type), TypeName(list[0]))
	}
	return fmt.Sprintf("%s(): argument '%s'%s must be %s, not %s", p.Name, p.paramName(q), at, paramTypeName(q.Type), TypeName(v))
}

// throwMismatch reports why no overload took the arguments.
func (p *Packet) throwMismatch(args []Value, kwargs, rest []KW) {
	if len(p.Ops) == 1 {
		why := fmt.Sprintf("%s() got an unexpected keyword argument 'out'", p.Name)
		if _, mismatch := p.match(p.Ops[0], args, rest, false); mismatch != nil {
			why = mismatch()
		}
		throw("TypeError", "%s", why)
	}
	shown := args
	if p.IsMethod {
		shown = args[1:]
	}
	if only := p.plausible(len(shown) + len(kwargs)); only != nil {
		if _, mismatch := p.match(only, args, rest, false); mismatch != nil {
			throw("TypeError", "%s", mismatch())
		}
	}
	var got strings.Builder
	for i, v := range shown {
		if i > 0 {
			got.WriteString(", ")
		}
		got.WriteString(TypeName(v))
	}
	if len(shown) > 0 && len(kwargs) > 0 {
		got.WriteString(", ")
	}
	for i, kw := range hashOrder(kwargs) {
		if i > 0 {
			got.WriteString(", ")
		}
		got.WriteString(kw.Name + "=" + TypeName(kw.Value))
	}
	if len(shown) == 0 && len(kwargs) > 0 {
		got.WriteString(", ")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s() received an invalid combination of arguments - got (%s), but expected one of:\n", p.Name, got.String())
	for _, op := range p.Ops {
		b.WriteString(" * " + p.Signature(op) + "\n")
		if reason := p.reason(op, shown, kwargs); reason != "" {
			b.WriteString("      didn't match because " + reason + "\n")
		}
	}
	throw("TypeError", "%s", b.String())
}

// plausible is the only overload that takes so many arguments, whose own error says most; nil if there are several or none.
func (p *Packet) plausible(given int) *Op {
	var only *Op
	for _, op := range p.Ops {
		params := op.Schema().Params
		if p.IsMethod {
			params = params[1:]
		}
		least, most := 0, len(params)
		for i := range params {
			if q := &params[i]; !q.HasDef && !(q.Type.Optional && q.KwOnly) {
				least++
			}
		}
		if op.out != nil && !p.IsMethod {
			most++
		}
		if given < least || given > most {
			continue
		}
		if only != nil {
			return nil
		}
		only = op
	}
	return only
}

// hashOrder is the order in which PyTorch lists keywords: that of a hash table of 13 buckets, each new bucket in front.
func hashOrder(kwargs []KW) []KW {
	var out []KW
	for _, kw := range kwargs {
		at := 0
		for i, other := range out {
			if nameHash(other.Name)%13 == nameHash(kw.Name)%13 {
				at = i
				break
			}
		}
		out = slices.Insert(out, at, kw)
	}
	return out
}

// nameHash is MurmurHash64A with the seed of libstdc++.
func nameHash(s string) uint64 {
	const mul = 0xc6a4a7935bd1e995
	mix := func(v uint64) uint64 { return v ^ v>>47 }
	b := []byte(s)
	h := 0xc70f6907 ^ uint64(len(b))*mul
	for ; len(b) >= 8; b = b[8:] {
		h = (h ^ mix(binary.LittleEndian.Uint64(b)*mul)*mul) * mul
	}
	if len(b) > 0 {
		var tail [8]byte
		copy(tail[:], b)
		h = (h ^ binary.LittleEndian.Uint64(tail[:])) * mul
	}
	return mix(mix(h) * mul)
}

// reason explains a signature whose number of arguments fits but whose types do not, or that lacks a keyword.
func (p *Packet) reason(op *Op, args []Value, kwargs []KW) string {
	params := op.Schema().Params
	if p.IsMethod {
		params = params[1:]
	}
	for _, kw := range kwargs {
		known := false
		for i := range params {
			known = known || p.names(&params[i], kw.Name)
		}
		if !known {
			return "some of the keywords were incorrect: " + kw.Name
		}
	}
	total, positional := len(params), 0
	for i := range params {
		if !params[i].KwOnly {
			positional++
		}
	}
	if op.out != nil && !p.IsMethod {
		total++
	}
	if len(args)+len(kwargs) != total || len(args) > positional {
		return ""
	}
	var types []string
	for i, v := range args {
		name := gotName(v)
		if _, ok := convert(v, &params[i], op.e.Num); !ok || p.boolForInt(op, v, &params[i]) {
			name = "!" + name + "!"
		}
		types = append(types, name)
	}
	for _, kw := range kwargs {
		name := gotName(kw.Value)
		for i := range params {
			if p.names(&params[i], kw.Name) {
				if _, ok := convert(kw.Value, &params[i], op.e.Num); !ok || p.boolForInt(op, kw.Value, &params[i]) {
					name = "!" + name + "!"
				}
			}
		}
		types = append(types, kw.Name+"="+name)
	}
	return "some of the arguments have invalid types: (" + strings.Join(types, ", ") + ")"
}

// gotName is the type of an argument with the types of its elements.
func gotName(v Value) string {
	list, ok := v.([]Value)
	if l, isList := v.(ListArg); isList {
		list = l
	} else if !ok {
		return TypeName(v)
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = TypeName(e)
	}
	if !ok {
		return "list of [" + strings.Join(names, ", ") + "]"
	}
	if len(list) == 1 {
		return "tuple of (" + names[0] + ",)"
	}
	return "tuple of (" + strings.Join(names, ", ") + ")"
}
