package object

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
func (d *Dict) find(th *Thread, key Value, h int64) (int, error) {
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
			eq, restart, err := d.keyEqual(th, i, key)
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
				eq, restart, err := d.keyEqual(th, int(ix-1), key)
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

// keyEqual compares the key at a position; restart tells that the comparison changed what the search has seen of the dict.
func (d *Dict) keyEqual(th *Thread, i int, key Value) (eq, restart bool, err error) {
	stored, index, keys := d.entries[i].key, d.index, d.KeysVersion()
	eq, err = Equal(th, stored, key)
	if d.keys != keys {
		same := len(index) == len(d.index) && (len(index) == 0 || &index[0] == &d.index[0])
		restart = !same || i >= len(d.entries) || d.entries[i].key != stored
	}
	return eq, restart, err
}

func (d *Dict) insert(key Value, h int64, val Value) {
	if len(d.entries) == cap(d.entries) && d.Len() <= len(d.entries)/2 && len(d.entries) > smallDict {
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
	switch {
	case !d.crowded():
		d.place(h, int32(len(d.entries)))
	case d.Len() < len(d.entries)*3/4:
		d.compact()
	default:
		d.rebuildIndex()
	}
}

// crowded tells that one slot more would leave too few free: a search ends at a free slot.
func (d *Dict) crowded() bool { return (int(d.filled)+1)*3 >= len(d.index)*2 }

func (d *Dict) place(h int64, ix int32) {
	mask := uint64(len(d.index) - 1)
	slot := uint64(h) & mask
	for perturb := uint64(h); d.index[slot] > 0; {
		perturb >>= 5
		slot = (slot*5 + perturb + 1) & mask
	}
	if d.index[slot] == 0 {
		d.filled++
	}
	d.index[slot] = ix
}

func (d *Dict) rebuildIndex() {
	n := 16
	for n < len(d.entries)*3 {
		n *= 2
	}
	d.index = make([]int32, n)
	d.filled = 0
	for i := range d.entries {
		if d.entries[i].key.p != nil {
			d.place(d.entries[i].hash, int32(i+1))
		}
	}
}

func (d *Dict) compact() { d.layOut(0) }

// layOut moves the live entries together behind as much room in front.
func (d *Dict) layOut(room int) {
	out := make([]dictEntry, room, room+max(d.Len()*2, smallDict))
	for _, e := range d.entries {
		if e.key.p != nil {
			out = append(out, e)
		}
	}
	d.entries = out
	d.head = int32(room)
	d.index, d.filled = nil, 0
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
		d.index, d.filled, d.head = nil, 0, 0
		return
	}
	for d.entries[d.head].key.p == nil {
		d.head++
	}
	n := len(d.entries)
	for d.entries[n-1].key.p == nil {
		n--
	}
	d.entries = d.entries[:n]
}
