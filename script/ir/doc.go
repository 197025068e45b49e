// Package ir is the graph IR of TorchScript: types, operator schemas, graphs of nodes and values, their text, and passes over them.
//
// A Graph owns one Block, a Block a list of Nodes, a Node its output Values and its own Blocks (branches and loop bodies). Values are
// used by nodes; each use is recorded, so that replacing a value is a walk over its uses. The text form prints and parses back.
//
// It knows nothing of Python and of tensors' data: constants are held as values of this package's own small set (constant.go).
package ir
