// Package ops is the operator table: one entry for each operator overload, and everything that follows from it.
//
// An entry (see table.go) gives the schema, the meta function (sizes, strides and dtype of the results from those of
// the arguments, over possibly symbolic integers), the kernel or the decomposition into other operators, and the
// derivative. From that follow argument binding with its error texts (bind.go), in-place and out variants
// (variants.go), eager execution, propagation of fake tensors, and autograd (autograd.go, engine.go).
//
// A call goes down through the levels of a Context (see level.go): composite operators are decomposed first; function
// transforms answer, the innermost first; the tape records a Node when an argument requires grad; modes and recorders look
// on; at the bottom lie the kernels, and the metas for arguments without data.
//
// Inside metas, kernels, decompositions and derivatives an error of the script is thrown (a panic with *Error) and
// caught at the edge of the package, in Call and Bind; no such panic leaves the package.
//
// What the dispatcher remembers between calls hangs on a Context; the table is immutable.
//
// It is a part of this module; package magneto is for use from outside.
package ops
