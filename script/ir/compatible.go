package ir

import "fmt"

// Declarations of one operator change over time; these say whether a new one stands for an old one.

// IsOut says whether an argument is what a result is written to.
func (a *Argument) IsOut() bool { return a.KwOnly && a.Writes() }

func (s *Schema) outs() int {
	n := 0
	for i := range s.Args {
		if s.Args[i].IsOut() {
			n++
		}
	}
	return n
}

// sameFrame says whether two declarations have a name, numbers of results and what stands for "..." in common.
func (s *Schema) sameFrame(old *Schema) bool {
	return s.Name == old.Name && s.Overload == old.Overload && len(s.Returns) == len(old.Returns) && s.VarArgs == old.VarArgs && s.VarReturns == old.VarReturns
}

// takes says whether an argument takes what a call of the old one gives.
func (a *Argument) takes(old *Argument) bool {
	return a.Name == old.Name && a.Size == old.Size && a.Alias == old.Alias && !(a.KwOnly && !old.KwOnly) && a.keepsDefault(old) && old.Type.IsSubtype(a.Type)
}

func (a *Argument) keepsDefault(old *Argument) bool {
	return !old.HasDef || a.HasDef && a.Default.Text() == old.Default.Text()
}

// StandsForCallsOf says whether calls that were written for the old declaration mean the same with this one.
func (s *Schema) StandsForCallsOf(old *Schema) bool {
	if !s.sameFrame(old) || s.outs() != old.outs() || len(s.Args) < len(old.Args) {
		return false
	}
	for i := range old.Returns {
		if !s.Returns[i].Type.IsSubtype(old.Returns[i].Type) {
			return false
		}
	}
	plain, before := len(s.Args)-s.outs(), len(old.Args)-old.outs()
	for i := range before {
		if !s.Args[i].takes(&old.Args[i]) {
			return false
		}
	}
	for i := before; i < plain; i++ {
		if !s.Args[i].HasDef {
			return false
		}
	}
	for i := range old.outs() {
		if !s.Args[plain+i].takes(&old.Args[before+i]) {
			return false
		}
	}
	return true
}

// StandsForOldOf says whether calls that are written for this declaration still run where there is only the old one, else why not.
func (s *Schema) StandsForOldOf(old *Schema) (bool, string) {
	if !s.sameFrame(old) {
		return false, ""
	}
	if s.outs() != old.outs() {
		return false, "Function schema should have the same number of out arguments"
	}
	plain, before := len(s.Args)-s.outs(), len(old.Args)-old.outs()
	kept := func(a, b *Argument) (bool, string) {
		if a.Name == b.Name && a.Size == b.Size && a.Alias == b.Alias && !(a.KwOnly && !b.KwOnly) && a.keepsDefault(b) && a.Type.IsSubtype(b.Type) {
			return true, ""
		}
		return false, fmt.Sprintf("'%s' is not forward compatible with the older version of the schema", a.Name)
	}
	for i := range min(plain, before) {
		if ok, why := kept(&s.Args[i], &old.Args[i]); !ok {
			return false, why
		}
	}
	for i := before; i < plain; i++ {
		a := &s.Args[i]
		if !a.HasDef {
			return false, fmt.Sprintf("Function schema is not forward compatible since the new argument '%s' of type %s did not provide a default value.", a.Name, a.Type)
		}
		if a.Type.Kind == ListKind || a.Type.Kind == DictKind {
			return false, fmt.Sprintf("Function schema is not forward compatible since the new argument '%s' of type %s has a container type as its default value.", a.Name, a.Type)
		}
	}
	for i := range s.outs() {
		if ok, _ := kept(&s.Args[plain+i], &old.Args[before+i]); !ok {
			return false, fmt.Sprintf("Out argument ''%s is not FC with the older version of the schema", s.Args[plain+i].Name)
		}
	}
	return true, ""
}
