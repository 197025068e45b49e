package stdlib

import (
	"strings"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/unidata"
)

func init() { interp.RegisterNative("unicodedata", unicodedataModule) }

func unicodedataModule(th *object.Thread) *object.Module {
	m := object.NewModule("unicodedata")
	m.Set("unidata_version", object.NewStr(unidata.Version))
	text := func(f func(r rune) string) func(r rune) Value {
		return func(r rune) Value { return object.NewStr(f(r)) }
	}
	object.AddFuncs(m, []object.Method{
		ofCharacter("category", text(func(r rune) string { return unidata.Of(r).Category })),
		ofCharacter("bidirectional", text(func(r rune) string { return unidata.Of(r).Bidirectional })),
		ofCharacter("east_asian_width", text(func(r rune) string { return unidata.Of(r).Width })),
		ofCharacter("decomposition", text(unidata.Decomposition)),
		ofCharacter("combining", func(r rune) Value { return object.Int(int64(unidata.Of(r).Combining)) }),
		ofCharacter("mirrored", func(r rune) Value {
			if unidata.Of(r).Mirrored {
				return object.Int(1)
			}
			return object.Int(0)
		}),
		orDefault("name", "no such name", func(r rune) Value {
			if name := syntax.CharacterName(r); name != "" {
				return object.NewStr(name)
			}
			return object.Null
		}),
		orDefault("numeric", "not a numeric character", numberPart(func(n unidata.Number) Value { return object.Float(n.Numeric) })),
		orDefault("decimal", "not a decimal", numberPart(func(n unidata.Number) Value { return digitOrNull(n.Decimal) })),
		orDefault("digit", "not a digit", numberPart(func(n unidata.Number) Value { return digitOrNull(n.Digit) })),
		{Name: "lookup", OneArg: lookupCharacter},
		{Name: "normalize", Fn: normalize},
		{Name: "is_normalized", Fn: isNormalized},
	})
	return m
}

// character is the one character of an argument; position is 0 where the function has only one.
func character(fname string, position int, v Value) (rune, error) {
	where, colon := fname+"() argument", ""
	if position > 0 {
		where += " 1"
	} else {
		colon = ":"
	}
	s, ok := object.Text(v)
	if !ok {
		return 0, object.TypeErrorf("%s must be a unicode character, not %s", where, v.Type().Name)
	}
	runes := object.DecodeWTF8(s)
	if len(runes) != 1 {
		return 0, object.TypeErrorf("%s must be a unicode character, not a string of length %d", strings.Replace(where, "()", "()"+colon, 1), len(runes))
	}
	return runes[0], nil
}

func ofCharacter(name string, f func(r rune) Value) object.Method {
	return object.Method{Name: name, OneArg: func(th *object.Thread, _, v Value) (Value, error) {
		r, err := character(name, 0, v)
		if err != nil {
			return object.Null, err
		}
		return f(r), nil
	}}
}

// orDefault is a function that not all characters have a value of: the others give the second argument, or a ValueError.
func orDefault(name, missing string, f func(r rune) Value) object.Method {
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args(name, args, kw, "chr", "|", "default", "/")
		if err != nil {
			return object.Null, err
		}
		r, err := character(name, 1, a[0])
		if err != nil {
			return object.Null, err
		}
		if v := f(r); !v.IsNull() {
			return v, nil
		}
		if a[1].IsNull() {
			return object.Null, object.ValueErrorf("%s", missing)
		}
		return a[1], nil
	}}
}

func numberPart(f func(n unidata.Number) Value) func(r rune) Value {
	return func(r rune) Value {
		if n, ok := unidata.NumberOf(r); ok {
			return f(n)
		}
		return object.Null
	}
}

func digitOrNull(d int) Value {
	if d < 0 {
		return object.Null
	}
	return object.Int(int64(d))
}

func lookupCharacter(th *object.Thread, _, v Value) (Value, error) {
	name, ok := object.Text(v)
	if !ok {
		return object.Null, object.TypeErrorf("lookup() argument must be str, not %s", v.Type().Name)
	}
	r, ok := syntax.CharacterNamed(name)
	if !ok {
		return object.Null, object.KeyErrorOf(object.NewStr("undefined character name '" + name + "'"))
	}
	return object.NewStr(string(r)), nil
}

// normalForm is the arguments of normalize and is_normalized, and the text in the form.
func normalForm(fname string, args, kw []Value) (text string, normal []rune, err error) {
	a, err := object.Args(fname, args, kw, "form", "unistr", "/")
	if err != nil {
		return "", nil, err
	}
	form, ok := object.Text(a[0])
	if !ok {
		return "", nil, object.TypeErrorf("%s() argument 1 must be str, not %s", fname, a[0].Type().Name)
	}
	text, ok = object.Text(a[1])
	if !ok {
		return "", nil, object.TypeErrorf("%s() argument 2 must be str, not %s", fname, a[1].Type().Name)
	}
	if text == "" || !strings.Contains(" NFC NFD NFKC NFKD ", " "+form+" ") {
		if text != "" {
			err = object.ValueErrorf("invalid normalization form")
		}
		return "", nil, err
	}
	return text, unidata.Normalize(form, object.DecodeWTF8(text)), nil
}

func normalize(th *object.Thread, args, kw []Value) (Value, error) {
	_, normal, err := normalForm("normalize", args, kw)
	return object.NewStr(object.EncodeWTF8(normal)), err
}

func isNormalized(th *object.Thread, args, kw []Value) (Value, error) {
	text, normal, err := normalForm("is_normalized", args, kw)
	return object.Bool(object.EncodeWTF8(normal) == text), err
}
