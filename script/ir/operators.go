package ir

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed schemas.txt
var schemaText string

// table maps the name of an operator to the lines of its overloads, in the order in which calls are matched with them.
var table = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(schemaText) {
		line = strings.TrimSpace(line)
		name := line[:strings.IndexByte(line, '(')]
		if dot := strings.IndexByte(name, '.'); dot >= 0 {
			name = name[:dot]
		}
		out[name] = append(out[name], line)
	}
	return out
})

// parsed holds the schemas that were asked for, by operator.
var parsed sync.Map

// Overloads are the schemas of an operator ("aten::add") in the order in which a call tries them; none for an unknown one.
func Overloads(name string) []*Schema {
	if list, ok := parsed.Load(name); ok {
		return list.([]*Schema)
	}
	var list []*Schema
	for _, line := range table()[name] {
		s, err := ParseSchema(line)
		if err != nil {
			panic("ir: schema " + line + ": " + err.Error())
		}
		s.Text = line
		list = append(list, s)
	}
	if list != nil {
		parsed.Store(name, list)
	}
	return list
}

// Operators lists the names of all operators.
func Operators() []string {
	var out []string
	for name := range table() {
		out = append(out, name)
	}
	return out
}

// OperatorNames are the names of all operators, in no order.
func OperatorNames() []string { return slices.Collect(maps.Keys(table())) }
