package object

// Dict is Python's dict: insertion-ordered, any hashable key. Entries lie in order in one slice, where a deleted one
// keeps an absent key; beyond smallDict entries an open-addressed table of positions finds them.
type Dict struct {
	Header
	entries []dictEntry
	index   []int32 // position+1 in entries; 0 free, -1 deleted; nil while small
	used    int
	version uint64
	keys    uint64
	mixed   bool // some key is not an interned string
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
func (d *Dict) Len() int { return d.used }

// Version changes with every mutation.
func (d *Dict) Version() uint64 { return d.version }

// KeysVersion changes when a key is added or removed, not when a value is replaced.
func (d *Dict) KeysVersion() uint64 { return d.keys }

var dictVersions uint64

func (d *Dict) touch() {
	dictVersions++
	d.version = dictVersions
}

func (d *Dict) touchKeys() {
	dictVersions++
	d.version = dictVersions
	d.keys = dictVersions
}

// findStr is the position of a string key, or -1; clash when there is none but a key that is no string has its hash, and
// may be equal.
func (d *Dict) findStr(name *Str) int {
	missing := -1
	if d.index == nil {
		for i := range d.entries {
			if d.entries[i].key.p == &name.Header {
				return i
			}
		}
		if name.interned && !d.mixed {
			return -1
		}
		h := name.Hash()
		for i := range d.entries {
			e := &d.entries[i]
			if e.hash == h && e.key.p != nil {
				if sameStr(e.key, name) {
					return i
				}
				if e.key.p.typ.layout != LayoutStr {
					missing = clash
				}
			}
		}
		return missing
	}
	h := name.Hash()
	mask := uint64(len(d.index) - 1)
	slot := uint64(h) & mask
	for perturb := uint64(h); ; {
		ix := d.index[slot]
		if ix == 0 {
			return missing
		}
		if ix > 0 {
			e := &d.entries[ix-1]
			if e.key.p == &name.Header {
				return int(ix - 1)
			}
			if e.hash == h {
				if sameStr(e.key, name) {
					return int(ix - 1)
				}
				if e.key.p.typ.layout != LayoutStr {
					missing = clash
				}
			}
		}
		perturb >>= 5
		slot = (slot*5 + perturb + 1) & mask
	}
}

const clash = -2

func sameStr(v Value, name *Str) bool {
	s, ok := AsStr(v)
	if !ok {
		return false
	}
	if s.interned && name.interned {
		return s == name
	}
	return s.S == name.S
}

// find is the position of key, or -1.
func (d *Dict) find(key Value, h int64) (int, error) {
	if key.p.typ == StrType {
		s, _ := AsStr(key)
		if i := d.findStr(s); i != clash {
			return i, nil
		}
	}
restart:
	if d.index == nil {
		for i := 0; i < len(d.entries); i++ {
			e := &d.entries[i]
			if e.hash != h || e.key.p == nil {
				continue
			}
			if e.key == key {
				return i, nil
			}
			eq, restart, err := d.keyEqual(e.key, key)
			if err != nil {
				return -1, err
			}
			if restart {
				goto restart
			}
			if eq {
				return i, nil
			}
		}
		return -1, nil
	}
	mask := uint64(len(d.index) - 1)
	slot := uint64(h) & mask
	for perturb := uint64(h); ; {
		ix := d.index[slot]
		if ix == 0 {
			return -1, nil
		}
		if ix > 0 {
			e := &d.entries[ix-1]
			if e.hash == h {
				if e.key == key {
					return int(ix - 1), nil
				}
				eq, restart, err := d.keyEqual(e.key, key)
				if err != nil {
					return -1, err
				}
				if restart {
					goto restart
				}
				if eq {
					return int(ix - 1), nil
				}
			}
		}
		perturb >>= 5
		slot = (slot*5 + perturb + 1) & mask
	}
}

// keyEqual compares keys; restart tells that the comparison changed the dict.
func (d *Dict) keyEqual(a, b Value) (eq, restart bool, err error) {
	v := d.keys
	eq, err = Equal(a, b)
	return eq, d.keys != v, err
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
func (d *Dict) Get(key Value) (Value, bool, error) {
	h, err := hashKey(key)
	if err != nil {
		return Null, false, err
	}
	i, err := d.find(key, h)
	if err != nil || i < 0 {
		return Null, false, err
	}
	return d.entries[i].val, true, nil
}

// Set sets any key.
func (d *Dict) Set(key, val Value) error {
	h, err := hashKey(key)
	if err != nil {
		return err
	}
	return d.setHash(key, h, val)
}

// setHash is Set for a key whose hash is known.
func (d *Dict) setHash(key Value, h int64, val Value) error {
	i, err := d.find(key, h)
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
func (d *Dict) SetDefault(key, val Value) (Value, error) {
	h, err := hashKey(key)
	if err != nil {
		return Null, err
	}
	i, err := d.find(key, h)
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
func (d *Dict) Delete(key Value) (bool, error) {
	_, ok, err := d.Pop(key)
	return ok, err
}

// Pop removes a key and returns its value.
func (d *Dict) Pop(key Value) (Value, bool, error) {
	h, err := hashKey(key)
	if err != nil {
		return Null, false, err
	}
	i, err := d.find(key, h)
	if err != nil || i < 0 {
		return Null, false, err
	}
	v := d.entries[i].val
	d.removeAt(i)
	return v, true, nil
}

// PopLast removes the last entry.
func (d *Dict) PopLast() (key, val Value, ok bool) {
	for i := len(d.entries) - 1; i >= 0; i-- {
		if e := d.entries[i]; e.key.p != nil {
			d.removeAt(i)
			d.entries = d.entries[:i]
			return e.key, e.val, true
		}
	}
	return Null, Null, false
}

// hashKey is Hash with the wording of dict operations.
func hashKey(key Value) (int64, error) {
	if key.p.typ == StrType {
		s, _ := AsStr(key)
		return s.Hash(), nil
	}
	h, err := Hash(key)
	if err != nil {
		if e, ok := err.(*Exception); ok && e.typ == TypeError && isUnhashable(key) {
			return 0, TypeErrorf("cannot use '%s' as a dict key (%s)", key.p.typ.Name, e.Error())
		}
	}
	return h, err
}

func (d *Dict) insert(key Value, h int64, val Value) {
	if len(d.entries) == cap(d.entries) && d.used <= len(d.entries)/2 && len(d.entries) > smallDict {
		d.compact()
	}
	if !d.mixed {
		if s, ok := AsStr(key); !ok || !s.interned {
			d.mixed = true
		}
	}
	d.entries = append(d.entries, dictEntry{key, val, h})
	d.used++
	d.touchKeys()
	if d.index == nil {
		if len(d.entries) > smallDict {
			d.rebuildIndex()
		}
		return
	}
	if len(d.entries)*3 >= len(d.index)*2 {
		if d.used < len(d.entries)*3/4 {
			d.compact()
			return
		}
		d.rebuildIndex()
		return
	}
	d.place(h, int32(len(d.entries)))
}

func (d *Dict) place(h int64, ix int32) {
	mask := uint64(len(d.index) - 1)
	slot := uint64(h) & mask
	for perturb := uint64(h); d.index[slot] > 0; {
		perturb >>= 5
		slot = (slot*5 + perturb + 1) & mask
	}
	d.index[slot] = ix
}

func (d *Dict) rebuildIndex() {
	n := 16
	for n < len(d.entries)*3 {
		n *= 2
	}
	d.index = make([]int32, n)
	for i := range d.entries {
		if d.entries[i].key.p != nil {
			d.place(d.entries[i].hash, int32(i+1))
		}
	}
}

func (d *Dict) compact() {
	out := make([]dictEntry, 0, max(d.used*2, smallDict))
	for _, e := range d.entries {
		if e.key.p != nil {
			out = append(out, e)
		}
	}
	d.entries = out
	d.index = nil
	if len(out) > smallDict {
		d.rebuildIndex()
	}
	d.touchKeys()
}

func (d *Dict) removeAt(i int) {
	e := &d.entries[i]
	if d.index != nil {
		mask := uint64(len(d.index) - 1)
		slot := uint64(e.hash) & mask
		for perturb := uint64(e.hash); d.index[slot] != int32(i+1); {
			perturb >>= 5
			slot = (slot*5 + perturb + 1) & mask
		}
		d.index[slot] = -1
	}
	*e = dictEntry{}
	d.used--
	d.touchKeys()
	if d.used == 0 {
		d.entries = d.entries[:0]
		d.index = nil
	}
}

// Clear removes everything.
func (d *Dict) Clear() {
	d.entries, d.index, d.used = nil, nil, 0
	d.touchKeys()
}

// Next is the first live entry at position i or later; the returned position is where to go on. It returns ok false at
// the end. Mutation between steps is the caller's business (see the dict iterators).
func (d *Dict) Next(i int) (key, val Value, next int, ok bool) {
	for ; i < len(d.entries); i++ {
		if e := &d.entries[i]; e.key.p != nil {
			return e.key, e.val, i + 1, true
		}
	}
	return Null, Null, i, false
}

// prev is Next backwards.
func (d *Dict) prev(i int) (key, val Value, next int, ok bool) {
	i = min(i, len(d.entries)-1)
	for ; i >= 0; i-- {
		if e := &d.entries[i]; e.key.p != nil {
			return e.key, e.val, i - 1, true
		}
	}
	return Null, Null, -1, false
}

// Each calls f for every entry until it returns an error; f must not add or remove keys.
func (d *Dict) Each(f func(key, val Value) error) error {
	for i := 0; i < len(d.entries); i++ {
		if e := d.entries[i]; e.key.p != nil {
			if err := f(e.key, e.val); err != nil {
				return err
			}
		}
	}
	return nil
}

// Keys are the keys in order.
func (d *Dict) Keys() []Value {
	out := make([]Value, 0, d.used)
	for i := range d.entries {
		if k := d.entries[i].key; k.p != nil {
			out = append(out, k)
		}
	}
	return out
}

// Values are the values in order.
func (d *Dict) Values() []Value {
	out := make([]Value, 0, d.used)
	for i := range d.entries {
		if d.entries[i].key.p != nil {
			out = append(out, d.entries[i].val)
		}
	}
	return out
}

// Copy is a shallow copy as an exact dict.
func (d *Dict) Copy() *Dict {
	out := NewDictSize(d.used)
	for _, e := range d.entries {
		if e.key.p != nil {
			out.entries = append(out.entries, e)
		}
	}
	out.used, out.mixed = d.used, d.mixed
	if len(out.entries) > smallDict {
		out.rebuildIndex()
	}
	out.touchKeys()
	return out
}

// Update copies every entry of other.
func (d *Dict) Update(other *Dict) error {
	if d == other {
		return nil
	}
	keys := other.keys
	for i := 0; i < len(other.entries); i++ {
		e := other.entries[i]
		if e.key.p == nil {
			continue
		}
		if err := d.setHash(e.key, e.hash, e.val); err != nil {
			return err
		}
		if other.keys != keys { // by a comparison of keys
			return Raisef(RuntimeError, "dict mutated during update")
		}
	}
	return nil
}
