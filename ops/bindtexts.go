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

// The texts of calls that no overload takes.

// TypeName is the script's name of a value's type.
func TypeName(v Value) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case *tensor.Tensor:
		return classNameOf(v.Wrapper())
	case *Fake:
		return classNameOf(v.Wrapper)
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

// classNameOf is the name of the class of a tensor that a script sees as object.
func classNameOf(object any) string {
	if named, ok := object.(interface{ ClassName() string }); ok {
		return named.ClassName()
	}
	return "Tensor"
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
		switch {
		case q.Name == "pin_memory":
			text += " = False, bool requires_grad = False"
		case q.Type.Base == "ScalarType":
			text += pick(mayMiss(q), " = None", "")
		case mayMiss(q) && q.Type.Base == "float" && !q.Type.List && q.Default != nil:
			text += " = " + floatText(toFloat(q.Default), q.Text)
		case mayMiss(q):
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

// mayMiss says whether a call may leave a parameter out. Overloads with a generator are told from the others by it.
func mayMiss(q *Param) bool {
	return q.HasDef || q.Type.Optional && q.KwOnly && q.Type.Base != "Generator"
}

// takesPinned says whether a function has the options of new tensors, the last of which, requires_grad, is in no schema.
func takesPinned(params []Param) bool {
	return slices.ContainsFunc(params, func(q Param) bool { return q.Name == "pin_memory" })
}

// floatText is a default of type float, with a point where its declaration has one.
func floatText(f float64, declared string) string {
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".einf") && strings.HasSuffix(declared, ".0") {
		s += ".0"
	}
	return s
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
	least := 0
	for i := range op.Schema().Params {
		if q := &op.Schema().Params[i]; !q.HasDef && !(q.Type.Optional && q.KwOnly) {
			least++
		}
	}
	if p.IsMethod {
		if len(op.Schema().Params) == 1 {
			return fmt.Sprintf("TensorBase.%s() takes no arguments (%d given)", p.Name, given-1)
		}
		least, positional, given = least-1, positional-1, given-1
	}
	if least != positional {
		return fmt.Sprintf("%s() takes from %d to %d positional arguments but %d were given", p.Name, least, positional, given)
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

// Describe is how PyTorch shows the function: those of torch itself are methods of a class, others functions, written in Python or not.
func (p *Packet) Describe(name string, id uint64) string {
	switch {
	case p.inPython():
		return fmt.Sprintf("<function %s at %#x>", name, id)
	case p.PyName == "torch."+name:
		return fmt.Sprintf("<built-in method %s of type object at %#x>", name, id)
	}
	return "<built-in function " + p.Name + ">"
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
	if ok && q.Type.List && q.Type.Base == "Tensor" {
		if text := foreignElement(list, q.Type.OptElem); text != "" {
			return text
		}
	}
	if ok && q.Type.List && len(list) > 0 {
		return fmt.Sprintf("%s(): argument '%s'%s must be %s, but found element of type %s at pos 0", p.Name, p.paramName(q), at, paramTypeName(q.Type), TypeName(list[0]))
	}
	return fmt.Sprintf("%s(): argument '%s'%s must be %s, not %s", p.Name, p.paramName(q), at, paramTypeName(q.Type), TypeName(v))
}

// foreignElement is the error of a list in which something else stands where tensors should; "" for a list of tensors.
func foreignElement(list []Value, optional bool) string {
	for i, e := range list {
		if !isTensor(e) && !(optional && e == nil) {
			return fmt.Sprintf("expected Tensor as element %d in argument 0, but got %s", i, TypeName(e))
		}
	}
	return ""
}

// checkElements refuses a call that an overload would take if a list had tensors alone.
func (p *Packet) checkElements(args []Value) {
	for _, op := range p.Ops {
		params := op.Schema().Params
		for i, v := range args[:min(len(args), len(params))] {
			if l, isList := v.(ListArg); isList {
				v = []Value(l)
			}
			if list, ok := v.([]Value); ok && params[i].Type.List && params[i].Type.Base == "Tensor" {
				if text := foreignElement(list, params[i].Type.OptElem); text != "" {
					throw("TypeError", "%s", text)
				}
			}
			if _, ok := convert(v, &params[i], false, p.Name); !ok {
				break
			}
		}
	}
}

// olderForms are functions that PyTorch also takes older arguments for, of which its errors do not tell: for them no form is the only one.
var olderForms = map[string]bool{"add": true, "add_": true, "addbmm": true, "addbmm_": true, "addcdiv": true, "addcdiv_": true, "addcmul": true, "addcmul_": true, "addmm": true,
	"addmm_": true, "addmv": true, "addmv_": true, "addr": true, "addr_": true, "baddbmm": true, "baddbmm_": true, "copy_": true, "sspaddmm": true, "sub": true, "sub_": true}

// receivers is how many arguments stand in front of those that a call writes.
func (p *Packet) receivers() int {
	if p.IsMethod {
		return 1
	}
	return 0
}

// throwMismatch reports why no overload took the arguments.
func (p *Packet) throwMismatch(args []Value, kwargs, rest []KW) {
	if p.inPython() {
		p.throwAsPython(args, kwargs)
	}
	if len(p.Ops) == 1 && !(olderForms[p.Name] && p.plausible(len(args)-p.receivers()+len(kwargs)) == nil) {
		why := fmt.Sprintf("%s() got an unexpected keyword argument 'out'", p.Name)
		if _, mismatch := p.match(p.Ops[0], args, rest, false); mismatch != nil {
			why = mismatch()
		}
		throw("TypeError", "%s", why)
	}
	p.checkElements(args)
	shown := args[p.receivers():]
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
	if len(p.Ops) == 1 {
		throw("TypeError", "%s() received an invalid combination of arguments - got (%s), but expected %s", p.Name, got.String(), p.Signature(p.Ops[0]))
	}
	fmt.Fprintf(&b, "%s() received an invalid combination of arguments - got (%s), but expected one of:\n", p.Name, got.String())
	for _, op := range tensorsFirst(p.Ops) {
		b.WriteString(" * " + p.Signature(op) + "\n")
		if reason := p.reason(op, shown, kwargs); reason != "" {
			b.WriteString("      didn't match because " + reason + "\n")
		}
	}
	throw("TypeError", "%s", b.String())
}

// tensorsFirst is the order in which overloads are listed: those that take tensors where others of as many parameters take numbers come first, and of these the
// one with the number in front.
func tensorsFirst(list []*Op) []*Op {
	before := func(a, b *Op) bool {
		p, q := a.Schema().Params, b.Schema().Params
		less, more, floats := -1, -1, false
		if drawn := needsGenerator(p); drawn != needsGenerator(q) && samePositions(p, q) {
			return drawn
		}
		for i := range min(len(p), len(q)) {
			x, y := p[i].Type, q[i].Type
			floats = floats || x.Base == "float" && y.Base == "Tensor" || x.Base == "Tensor" && y.Base == "float"
			switch {
			case p[i].KwOnly != q[i].KwOnly:
				return false
			case x.Base == "Tensor" && (y.Base == "Scalar" || y.Base == "float") && x.List == y.List:
				more = max(more, i)
			case (x.Base == "Scalar" || x.Base == "float") && y.Base == "Tensor" && x.List == y.List:
				less = max(less, i)
			case x != y && !p[i].KwOnly:
				return false
			}
		}
		return more > less && (less < 0 || !floats)
	}
	out := slices.Clone(list)
	for i := 1; i < len(out); i++ {
		for j := i; j > 0 && before(out[j], out[j-1]); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// needsGenerator says whether one of the parameters is a generator that must be given.
func needsGenerator(params []Param) bool {
	return slices.ContainsFunc(params, func(q Param) bool { return q.Type.Base == "Generator" && !q.HasDef })
}

// samePositions says whether two functions take the same arguments by position.
func samePositions(p, q []Param) bool {
	positional := func(list []Param) (out []Type) {
		for _, x := range list {
			if !x.KwOnly {
				out = append(out, x.Type)
			}
		}
		return out
	}
	return slices.Equal(positional(p), positional(q))
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
			if !mayMiss(&params[i]) {
				least++
			}
		}
		if takesPinned(params) {
			most++
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

// reason explains a signature whose number of arguments fits but whose types do not, or that lacks a keyword. PyTorch reads
// the text of the signature for it: the star counts as a parameter, and only names of parameters without a default, behind
// those that are given by position, are known as keywords. What stands where one with a default does is marked, whatever it is.
func (p *Packet) reason(op *Op, args []Value, kwargs []KW) string {
	text := strings.TrimSuffix(strings.TrimPrefix(p.Signature(op), "("), ")")
	items := strings.Split(text, ",")
	if len(args)+len(kwargs) != len(items) {
		return ""
	}
	params := op.Schema().Params
	param := func(item string) *Param {
		for i := range params {
			name, _, _ := strings.Cut(item, " = ")
			if strings.HasSuffix(name, " "+p.paramName(&params[i])) {
				return &params[i]
			}
		}
		return nil
	}
	marked := func(text string, v Value, item string) string {
		if q := param(item); q == nil || strings.Contains(item, "=") || p.unfit(op, v, q) {
			return "!" + text + "!"
		}
		return text
	}
	var unknown, types []string
	for i, v := range args {
		types = append(types, marked(gotName(v), v, items[i]))
	}
	for _, kw := range hashOrder(kwargs) {
		known := slices.IndexFunc(items[len(args):], func(item string) bool {
			return !strings.Contains(item, "=") && strings.HasSuffix(item, " "+kw.Name)
		})
		if known < 0 {
			unknown = append(unknown, kw.Name)
			continue
		}
		types = append(types, marked(kw.Name+"="+gotName(kw.Value), kw.Value, items[len(args)+known]))
	}
	if len(unknown) > 0 {
		return "some of the keywords were incorrect: " + strings.Join(unknown, ", ")
	}
	if len(args) == 0 {
		types = append(types, "")
	}
	return "some of the arguments have invalid types: (" + strings.Join(types, ", ") + ")"
}

// unfit says whether an argument is marked as one of the wrong type: where a Number is wanted, each is that is no tensor.
func (p *Packet) unfit(op *Op, v Value, q *Param) bool {
	_, ok := convert(v, q, op.e.Num, p.Name)
	return !ok || p.boolForInt(op, v, q) || q.Type.Base == "Scalar"
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
