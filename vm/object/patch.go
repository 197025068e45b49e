package object

// Built-in types are shared by the machines of a process, so no script changes them, but for those that programs are used to change, in a
// process that runs one machine: methods and properties that scripts give torch.Tensor.

// Patchable lets scripts change the attributes of a built-in type where their machine has the process to itself.
func (t *Type) Patchable() { t.patchable = true }

// OwnsProcess says that no other machine will run in the process.
func (m *Machine) OwnsProcess() { m.alone = true }

// patch sets an attribute of a built-in type, or takes it away.
func (t *Type) patch(th *Thread, name *Str, val Value) error {
	if t.native == nil {
		slots := t.Slots
		t.native = &slots
	}
	if val.IsNull() {
		if !t.NS.DelStr(name) {
			return AttributeErrorf(t.Ref(), name, "type object '%s' has no attribute '%s'", t.Name, name.S)
		}
	} else {
		t.NS.SetStr(name, val)
	}
	t.attrChanged(th, name)
	t.borrows = false // what scripts give it may keep operands
	for _, s := range t.Subclasses(th) {
		s.attrChanged(th, name)
		s.borrows = false
	}
	return nil
}
