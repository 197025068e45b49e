package object

// Dict is Python's dict: insertion-ordered, any hashable key. Entries lie in order in one slice, where a deleted one
// keeps an absent key; beyond smallDict entries an open-addressed table of positions finds them. The last entry is never
// a deleted one, and head tells how many deleted ones lie in front, so that taking either end of a dict again and again
// costs the same each time.
type Dict struct {
	Header
	entries []dictEntry
	index   []int32 // position+1 in entries; 0 free, -1 deleted; nil while small
	version uint64  // 0 until Version gives it one
	keys    uint64
	watched *watching // who is told of the next change
	used    int32
	head    int32 // position of the first live entry
	filled  int32 // slots of index that are not free
	mixed   bool  // some key is not an interned string
}

type dictEntry struct {
	key, val Value
	hash     int64
}

const smallDict = 8

// NewDict is an empty dict.
func NewDict() *Dict { return &Dict{Header: Header{typ: DictType}} }

// NewDictSize is an empty dict with room for n entries.
func NewDictSize(n int) *Dict {
	if 0 < n && n <= 4 {
		d := &struct {
			Dict
			first [4]dictEntry
		}{Dict: Dict{Header: Header{typ: DictType}}}
		d.entries = d.first[:0]
		return &d.Dict
	}
	return &Dict{Header: Header{typ: DictType}, entries: make([]dictEntry, 0, n)}
}

// Len is the number of entries.
func (d *Dict) Len() int { return int(d.used) }

// Version changes with every mutation.
func (d *Dict) Version() uint64 {
	if d.version == 0 {
		d.version = nextVersion()
	}
	return d.version
}

// KeysVersion changes when a key is added or removed, not when a value is replaced.
func (d *Dict) KeysVersion() uint64 {
	if d.keys == 0 {
		d.keys = nextVersion()
	}
	return d.keys
}

// GetStr looks up a string key.
func (d *Dict) GetStr(name *Str) (Value, bool) {
	if i := d.findStr(name); i >= 0 {
		return d.entries[i].val, true
	}
	return Null, false
}

// IndexStr is the entry position of a string key, for inline caches; -1 when absent.
func (d *Dict) IndexStr(name *Str) int { return d.findStr(name) }

// ValueAt is the value at an entry position if its key is still name, else absent.
func (d *Dict) ValueAt(i int, name *Str) Value {
	if uint(i) < uint(len(d.entries)) {
		if e := &d.entries[i]; e.key.p == &name.Header {
			return e.val
		}
	}
	return Null
}

// SetValueAt replaces the value at an entry position if its key is still name.
func (d *Dict) SetValueAt(i int, name *Str, v Value) bool {
	if uint(i) < uint(len(d.entries)) {
		if e := &d.entries[i]; e.key.p == &name.Header {
			e.val = v
			d.touch()
			return true
		}
	}
	return false
}

// SetStr sets a string key.
func (d *Dict) SetStr(name *Str, v Value) {
	if i := d.findStr(name); i >= 0 {
		d.entries[i].val = v
		d.touch()
		return
	}
	d.insert(name.Ref(), name.Hash(), v)
}

// Put sets a key given as Go text; for tables.
func (d *Dict) Put(name string, v Value) { d.SetStr(Intern(name), v) }

// Lookup gets a key given as Go text.
func (d *Dict) Lookup(name string) (Value, bool) { return d.GetStr(Intern(name)) }

// DelStr removes a string key and tells whether it was there.
func (d *Dict) DelStr(name *Str) bool {
	i := d.findStr(name)
	if i < 0 {
		return false
	}
	d.removeAt(i)
	return true
}

// Get looks up any key; the error is that of hashing or comparing.
func (d *Dict) Get(th *Thread, key Value) (Value, bool, error) {
	h, err := hashKey(th, key)
	if err != nil {
		return Null, false, err
	}
	i, err := d.find(th, key, h)
	if err != nil || i < 0 {
		return Null, false, err
	}
	return d.entries[i].val, true, nil
}

// Set sets any key.
func (d *Dict) Set(th *Thread, key, val Value) error {
	h, err := hashKey(th, key)
	if err != nil {
		return err
	}
	return d.setHash(th, key, h, val)
}

// setHash is Set for a key whose hash is known.
func (d *Dict) setHash(th *Thread, key Value, h int64, val Value) error {
	i, err := d.find(th, key, h)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].val = val
		d.touch()
		return nil
	}
	d.insert(key, h, val)
	return nil
}

// SetDefault is the value of a key, which is entered with val when it is missing.
func (d *Dict) SetDefault(th *Thread, key, val Value) (Value, error) {
	h, err := hashKey(th, key)
	if err != nil {
		return Null, err
	}
	i, err := d.find(th, key, h)
	if err != nil {
		return Null, err
	}
	if i >= 0 {
		return d.entries[i].val, nil
	}
	d.insert(key, h, val)
	return val, nil
}

// Delete removes any key and tells whether it was there.
func (d *Dict) Delete(th *Thread, key Value) (bool, error) {
	_, ok, err := d.Pop(th, key)
	return ok, err
}

// Pop removes a key and returns its value.
func (d *Dict) Pop(th *Thread, key Value) (Value, bool, error) {
	h, err := hashKey(th, key)
	if err != nil {
		return Null, false, err
	}
	i, err := d.find(th, key, h)
	if err != nil || i < 0 {
		return Null, false, err
	}
	v := d.entries[i].val
	d.removeAt(i)
	return v, true, nil
}

// PopLast removes the last entry.
func (d *Dict) PopLast() (key, val Value, ok bool) {
	if d.used == 0 {
		return Null, Null, false
	}
	i := len(d.entries) - 1
	e := d.entries[i]
	d.removeAt(i)
	return e.key, e.val, true
}

// MoveFirst puts the entry of a key before all others and tells whether there is one.
func (d *Dict) MoveFirst(th *Thread, key Value) (bool, error) {
	h, err := hashKey(th, key)
	if err != nil {
		return false, err
	}
	i, err := d.find(th, key, h)
	if err != nil || i < 0 {
		return false, err
	}
	if i == int(d.head) {
		return true, nil
	}
	e := d.entries[i]
	d.removeAt(i)
	if d.head == 0 {
		d.layOut(max(d.Len(), smallDict))
	}
	d.head--
	d.entries[d.head] = e
	d.used++
	d.touchKeys()
	if d.crowded() {
		d.rebuildIndex()
	} else {
		d.place(h, d.head+1)
	}
	return true, nil
}

// hashKey is Hash with the wording of dict operations.
func hashKey(th *Thread, key Value) (int64, error) {
	if key.p.typ == StrType {
		s, _ := AsStr(key)
		return s.Hash(), nil
	}
	h, err := Hash(th, key)
	if err != nil {
		err = notHashed(key, err, "dict key")
	}
	return h, err
}

// Clear removes everything.
func (d *Dict) Clear() {
	d.entries, d.index, d.used, d.filled, d.head = nil, nil, 0, 0, 0
	d.touchKeys()
}
