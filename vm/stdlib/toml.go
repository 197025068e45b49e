package stdlib

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// _toml parses documents for tomllib: times are given to a function as the text that datetime's fromisoformat takes.
func init() {
	interp.RegisterNative("_toml", func(th *object.Thread) *object.Module {
		m := object.NewModule("_toml")
		m.SetFunc("parse", required("parse", 3, func(th *object.Thread, args, kw []Value) (Value, error) {
			text, _ := object.Text(args[0])
			var doc map[string]any
			meta, err := toml.Decode(text, &doc)
			if err != nil {
				return object.Null, tomlError(err)
			}
			c := &tomlConverter{float: args[1], time: args[2], order: map[string]int{}}
			for i, key := range meta.Keys() {
				for n := range key { // tables around it may not be mentioned
					path := strings.Join(key[:n+1], "\x00")
					if _, known := c.order[path]; !known {
						c.order[path] = i
					}
				}
			}
			return c.table(th, doc, "")
		}))
		return m
	})
}

// tomlError is the ValueError for what is wrong with a document.
func tomlError(err error) error {
	var e toml.ParseError
	if errors.As(err, &e) {
		return object.ValueErrorf("%s (at line %d, column %d)", e.Message, e.Position.Line, e.Position.Col)
	}
	return object.ValueErrorf("%s", strings.TrimPrefix(err.Error(), "toml: "))
}

type tomlConverter struct {
	float, time Value          // what makes numbers and times of texts; None leaves numbers as they are
	order       map[string]int // of keys by their paths: where they first are in the document
}

func (c *tomlConverter) table(th *object.Thread, t map[string]any, path string) (Value, error) {
	d := object.NewDict()
	for _, key := range slices.SortedFunc(maps.Keys(t), func(a, b string) int { return c.order[path+a] - c.order[path+b] }) {
		v, err := c.value(th, t[key], path+key+"\x00")
		if err != nil {
			return object.Null, err
		}
		d.Put(key, v)
	}
	return d.Ref(), nil
}

func (c *tomlConverter) value(th *object.Thread, v any, path string) (Value, error) {
	switch x := v.(type) {
	case map[string]any:
		return c.table(th, x, path)
	case []map[string]any:
		return tomlList(th, x, func(t map[string]any) (Value, error) { return c.table(th, t, path) })
	case []any:
		return tomlList(th, x, func(v any) (Value, error) { return c.value(th, v, path) })
	case string:
		return object.NewStr(x), nil
	case bool:
		return object.Bool(x), nil
	case int64:
		return object.Int(x), nil
	case float64:
		if c.float.IsNone() {
			return object.Float(x), nil
		}
		text, err := object.Repr(th, object.Float(x))
		if err != nil {
			return object.Null, err
		}
		return object.Call(th, c.float, object.NewStr(text))
	case time.Time:
		layout := "2006-01-02T15:04:05.999999Z07:00"
		switch x.Location().String() { // of times without a zone, as the decoder names it
		case "datetime-local":
			layout = "2006-01-02T15:04:05.999999"
		case "date-local":
			layout = "2006-01-02"
		case "time-local":
			layout = "15:04:05.999999"
		}
		return object.Call(th, c.time, object.NewStr(x.Format(layout)))
	}
	return object.Null, object.ValueErrorf("a value of a kind that is not known: %T", v)
}

func tomlList[T any](th *object.Thread, items []T, value func(T) (Value, error)) (Value, error) {
	l := object.NewList()
	for _, x := range items {
		v, err := value(x)
		if err != nil {
			return object.Null, err
		}
		l.Items = append(l.Items, v)
	}
	return l.Ref(), nil
}
