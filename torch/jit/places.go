package jit

import (
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// The places that the text of an archive comes from, as rows (offset, file, number of the first line, text, start, end); a part without one has an empty file.

func tableOf(table []ir.Origin) Value {
	list := object.NewList()
	for _, o := range table {
		row := []Value{object.Int(int64(o.From)), object.NewStr(""), object.Int(0), object.NewStr(""), object.Int(0), object.Int(0)}
		if s := o.Place.Source; s != nil {
			text, from := s.Deep(o.Place.From)
			_, to := s.Deep(o.Place.To)
			row = []Value{row[0], object.NewStr(s.File), object.Int(int64(s.FirstLine)), object.NewStr(text), object.Int(int64(from)), object.Int(int64(to))}
		}
		list.Items = append(list.Items, object.NewTuple(row...).Ref())
	}
	return list.Ref()
}

func originsOf(th *object.Thread, table Value) ([]ir.Origin, error) {
	rows, err := object.ToSlice(th, table)
	if err != nil {
		return nil, err
	}
	list := []ir.Origin{} // a text of an archive is written from graphs, whether it says where these come from or not
	sources := map[string]*ir.Source{}
	for _, row := range rows {
		t, ok := object.AsTuple(row)
		if !ok || len(t.Items) != 6 {
			return nil, object.RuntimeErrorf("the places of the archive are no rows of six")
		}
		o := ir.Origin{From: intArg(t.Items[0])}
		if file, text := textArg(t.Items[1]), textArg(t.Items[3]); file != "" {
			key := file + "\x00" + text
			if sources[key] == nil {
				sources[key] = &ir.Source{File: file, Text: text, FirstLine: intArg(t.Items[2])}
			}
			o.Place = ir.Range{Source: sources[key], From: min(max(intArg(t.Items[4]), 0), len(text)), To: min(max(intArg(t.Items[5]), 0), len(text))}
		}
		list = append(list, o)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list, nil
}

// changedIn are the versions of archives since which operators on tensors are declared as they are.
var changedIn = map[string]int64{"aten::div": 4, "aten::div_": 4, "aten::full": 5, "aten::linspace": 8, "aten::logspace": 9, "aten::gelu": 10}

// versionOf is the version of archives that has the operator of a node as it is called.
func versionOf(n *ir.Node) int64 {
	version := changedIn[n.Kind]
	if s := ir.MatchSchema(n); version == 4 && (s == nil || s.Args[0].Type.Kind != ir.TensorKind) {
		return 0
	}
	return version
}
