package tensor

// Tensor is a strided view of a storage, with the metadata that autograd hangs on it.
type Tensor struct {
	storage *Storage
	sizes   []int
	strides []int   // in elements
	offset  int     // in elements
	device  *Device // nil for the CPU
	dtype   DType

	// Conj marks a lazily conjugated view: reading conjugates, writing stores the conjugate.
	Conj bool
	// Neg marks a lazily negated view (the imaginary part of a conjugated tensor).
	Neg bool

	vacant   bool // wrapper is only the memory for one
	reshaped uint32

	version *Version
	Base    *Tensor // the tensor that this one is a view of, nil for others

	wrapper any // the script object that stands for this tensor, kept so that there is only one

	Autograd
}

// Autograd is the metadata that the ops package keeps on a tensor; this package only stores it.
type Autograd struct {
	RequiresGrad bool // set by the user on a leaf; results have GradFn instead
	RetainsGrad  bool
	Inference    bool
	ShowsBase    bool  // a differentiable view, which needs gradients where its base does
	OutputNr     int32 // which output of GradFn this is
	Grad         *Tensor
	GradFn       any // *ops.Node
	Extra        any // *ops's record of hooks, accumulators and view history
	Layer        any // what a level of the dispatcher keeps of a tensor that it wraps; nil for plain tensors
}

// Version counts in-place changes; shared by a tensor and its views.
type Version struct{ N int }

// New allocates a zeroed contiguous tensor.
func New(dtype DType, sizes ...int) *Tensor { return newTensor(dtype, sizes, nil, true) }

// NewUninit allocates a contiguous tensor whose elements may be anything: for who writes all of them.
func NewUninit(dtype DType, sizes ...int) *Tensor { return newTensor(dtype, sizes, nil, false) }

// NewStrided allocates a zeroed tensor.
func NewStrided(dtype DType, sizes, strides []int) *Tensor {
	return newTensor(dtype, sizes, strides, true)
}

// NewStridedUninit allocates a tensor whose elements may be anything: for who writes all of them.
func NewStridedUninit(dtype DType, sizes, strides []int) *Tensor {
	return newTensor(dtype, sizes, strides, false)
}

// NewMeta makes a tensor without data on the device "meta". It keeps both slices.
func NewMeta(dtype DType, sizes, strides []int) *Tensor {
	t := FromStorage(NewMetaStorage(spanned(sizes, strides)*dtype.Size()), dtype, sizes, strides, 0)
	t.SetDevice(Device{"meta", -1})
	return t
}

// spanned is how many elements lie between the first and the last of a layout, both included.
func spanned(sizes, strides []int) int {
	last := 0
	for i, n := range sizes {
		if n == 0 {
			return 0
		}
		last += (n - 1) * strides[i]
	}
	return last + 1
}

// FromStorage wraps memory; it keeps both slices.
func FromStorage(s *Storage, dtype DType, sizes, strides []int, offset int) *Tensor {
	s.Hold()
	o := &struct {
		Tensor
		version Version
	}{}
	o.Tensor = Tensor{storage: s, sizes: sizes, strides: strides, offset: offset, dtype: dtype, version: &o.version}
	return &o.Tensor
}

// ViewOf makes a view of t with another geometry, sharing memory and version; Base is the root of t.
func (t *Tensor) ViewOf(sizes, strides []int, offset int) *Tensor {
	t.storage.Hold()
	return t.Window(sizes, strides, offset)
}

// Window is ViewOf for who is done with the view before anybody can be done with t: it does not hold the memory.
func (t *Tensor) Window(sizes, strides []int, offset int) *Tensor {
	base := t
	if t.Base != nil {
		base = t.Base
	}
	return &Tensor{
		storage: t.storage, sizes: sizes, strides: strides, offset: offset, dtype: t.dtype, device: t.device,
		Conj: t.Conj, Neg: t.Neg, version: t.version, Base: base,
	}
}

// ViewDType is a view that reads the memory as another type; strides and offset are given in its elements.
func (t *Tensor) ViewDType(dtype DType, sizes, strides []int, offset int) *Tensor {
	v := t.ViewOf(sizes, strides, offset)
	v.dtype = dtype
	return v
}

// Detached shares memory and version but is no view for autograd.
func (t *Tensor) Detached() *Tensor {
	v := t.ViewOf(t.sizes, t.strides, t.offset)
	v.Base = nil
	return v
}

// Shell is a tensor of another geometry that stands for t and has no memory of its own.
func (t *Tensor) Shell(sizes, strides []int) *Tensor {
	return &Tensor{storage: &Storage{}, sizes: sizes, strides: strides, offset: t.offset, dtype: t.dtype, device: t.device, version: t.version, Conj: t.Conj, Neg: t.Neg}
}

// Data is Detached with a version counter of its own, as `.data` gives.
func (t *Tensor) Data() *Tensor {
	v := t.Detached()
	v.version = &Version{}
	return v
}

// CountWith makes t count its writes with o, whose memory it shows.
func (t *Tensor) CountWith(o *Tensor) { t.version = o.version }

// CountAlone makes t count its writes from now on for itself.
func (t *Tensor) CountAlone() { t.version = &Version{N: t.version.N} }

func (t *Tensor) Sizes() []int             { return t.sizes }
func (t *Tensor) Strides() []int           { return t.strides }
func (t *Tensor) Offset() int              { return t.offset }
func (t *Tensor) DType() DType             { return t.dtype }
func (t *Tensor) IsMeta() bool             { return t.device != nil && t.device.Type == "meta" }
func (t *Tensor) Dim() int                 { return len(t.sizes) }
func (t *Tensor) Size(i int) int           { return t.sizes[i] }
func (t *Tensor) Storage() *Storage        { return t.storage }
func (t *Tensor) Version() int             { return t.version.N }
func (t *Tensor) VersionCounter() *Version { return t.version }
func (t *Tensor) BumpVersion()             { t.version.N++ }

// Device is where the elements are.
func (t *Tensor) Device() Device {
	if t.device == nil {
		return CPU
	}
	return *t.device
}

// Wrapper is the script object that stands for the tensor, nil if there is none yet.
func (t *Tensor) Wrapper() any {
	if t.vacant {
		return nil
	}
	return t.wrapper
}

// SetWrapper keeps the script object, so that there is only one.
func (t *Tensor) SetWrapper(w any) { t.wrapper, t.vacant = w, false }

// Room is memory for the wrapper that was allocated with the tensor (SmallPiece.SetRoom) and is not in use yet, nil for most. Who takes it
// calls SetWrapper.
func (t *Tensor) Room() any {
	if t.vacant {
		return t.wrapper
	}
	return nil
}

// Numel is the number of elements.
func (t *Tensor) Numel() int { return Numel(t.sizes) }

// IsLeaf says whether no recorded operation made the tensor.
func (t *Tensor) IsLeaf() bool { return t.GradFn == nil }

// NeedsGrad is what scripts see as requires_grad.
func (t *Tensor) NeedsGrad() bool {
	return t.RequiresGrad || t.GradFn != nil || t.ShowsBase && t.Base != nil && t.Base.NeedsGrad()
}

// SetGeometry changes the tensor in place, as resize_, t_ and set_ do.
func (t *Tensor) SetGeometry(sizes, strides []int, offset int) {
	t.sizes, t.strides, t.offset = sizes, strides, offset
	t.reshaped++
}

// Reshaped counts the changes of the geometry of this tensor.
func (t *Tensor) Reshaped() uint32 { return t.reshaped }

// Set makes t another name for the memory and geometry of src (`.data = src`, set_).
func (t *Tensor) Set(src *Tensor) {
	src.storage.Hold()
	t.storage, t.sizes, t.strides, t.offset, t.dtype, t.device = src.storage, src.sizes, src.strides, src.offset, src.dtype, src.device
	t.Conj, t.Neg = src.Conj, src.Neg
}

// LieIn makes t, which has no memory of its own, a tensor in the storage of o.
func (t *Tensor) LieIn(o *Tensor) {
	o.storage.Hold()
	t.storage = o.storage
}

// Numel is the product of sizes.
func Numel(sizes []int) int {
	n := 1
	for _, s := range sizes {
		n *= s
	}
	return n
}
