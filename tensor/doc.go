// Package tensor holds strided tensors: element types, storage shared by views, layout, the random
// generator, and the text form of a tensor. It knows nothing of operators, graphs or Python.
//
// A Tensor is sizes, strides and an offset (all counted in elements) over a Storage (bytes). Several
// tensors share one storage when they are views of each other; writes through one are seen by all, and the
// version counter that they share is raised by each of them.
//
// It is a part of this module; package magneto is for use from outside.
package tensor
