package object

// A Watch is told when one of the dicts that it watches changes, or when an object takes another dict or another class. Guards skip what lies
// behind dicts that nobody has changed.
type Watch struct {
	Broken bool
}

// watching is a list of watches.
type watching struct {
	watch *Watch
	next  *watching
}

// Watch breaks w at the next change of d.
func (d *Dict) Watch(w *Watch) {
	for l := d.watched; l != nil; l = l.next {
		if l.watch == w {
			return
		}
	}
	d.watched = &watching{w, d.watched}
}

// touch notes that a value was replaced. A dict gets a version when somebody asks for it and loses it when it is changed.
func (d *Dict) touch() {
	d.version = 0
	if d.watched != nil {
		d.alarm()
	}
}

// touchKeys notes that a key was added or removed.
func (d *Dict) touchKeys() {
	d.version, d.keys = 0, 0
	if d.watched != nil {
		d.alarm()
	}
}

// alarm breaks the watches on d, which end with that.
func (d *Dict) alarm() {
	for l := d.watched; l != nil; l = l.next {
		l.watch.Broken = true
	}
	d.watched = nil
}

// moved tells the watches of an object's dict that the object takes another dict or class.
func (h *Header) moved() {
	if h.dict != nil && h.dict.watched != nil {
		h.dict.alarm()
	}
}
