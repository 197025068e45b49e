package ops

import "strings"

func init() { sampleTables = append(sampleTables, viewSamples, joinSamples, copySamples()) }

// copySamples calls the copying form of each view with what the view is called with.
func copySamples() map[string]spec {
	views := map[string]spec{"view_as_real": pointwiseSamples["view_as_real"], "view_as_complex": pointwiseSamples["view_as_complex"]}
	for names, s := range viewSamples {
		for _, name := range strings.Fields(names) {
			views[name] = s
		}
	}
	out := map[string]spec{"unsafe_chunk": views["chunk"], "unsafe_split.Tensor": views["split.Tensor"], "unsafe_split_with_sizes": views["split_with_sizes"]}
	for _, schema := range copiedViews {
		view, _, _ := strings.Cut(schema, "(")
		name, overload, dotted := strings.Cut(view, ".")
		if name += "_copy"; dotted {
			name += "." + overload
		}
		out[name] = views[view]
	}
	out["diagonal_copy"] = spec{calls: "x[n,k]; x[n,k] 1", dtypes: "fcs"} // lengths that may be 0 have no strides that hold for all sizes
	out["detach_copy"] = spec{calls: views["detach"].calls, dtypes: "fcs", through: "-"}
	out["_conj_copy"] = spec{calls: "x[n,k]; x[]", dtypes: "cd"}
	out["_neg_view_copy"] = spec{calls: "x[n,k]; x[]", dtypes: "fcs"}
	out["view_as_real_copy"] = spec{calls: "x[n,k].; x[].", dtypes: "cd"}
	return out
}

var viewSamples = map[string]spec{
	"view _unsafe_view":                {calls: "x[n,k]. (n*k); x[n,k]. (-1); x[n*k]. (n,k); x[n,k,m]. (n,k*m); x[]. (1,1); x[n,k]. (n,1,k)", dtypes: "fcsl"},
	"_reshape_alias":                   {calls: "x[12]. (4,3) (3,1); x[6]. (2,3) (3,1); x[4]. (4,1) (1,1)", dtypes: "fcs"},
	"reshape":                          {calls: "x[n,k] (n*k); x[n,k] (-1); x[n*k] (n,k); x[n,k,m] (n,k*m); x[] (1,1); x[n,k] (n,1,k); x[n,k,m] (n*k,m)", dtypes: "fcsl"},
	"reshape_as":                       {calls: "x[n,k] x[k,n]; x[n*k] x[n,k]; x[] x[1]", dtypes: "fs"},
	"view_as":                          {calls: "x[n,k]. x[k,n]; x[n*k]. x[n,k]; x[]. x[1]", dtypes: "fs"},
	"flatten.using_ints":               {calls: "x[n,k]; x[n,k,m] 1; x[n,k,m] 0 1; x[]", dtypes: "fs"},
	"ravel":                            {calls: "x[n,k]; x[]; x[n]", dtypes: "fs"},
	"unflatten.int":                    {calls: "x[n,2*k] 1 (2,k); x[n*k] 0 (n,k); x[6,n] 0 (2,-1)", dtypes: "fs"},
	"permute":                          {calls: "x[n,k] (1,0); x[n,k,m] (2,0,1); x[] (); x[n,k,m] (0,-1,1)", dtypes: "fcsl"},
	"transpose.int swapaxes":           {calls: "x[n,k] 0 1; x[n,k,m] 0 -1; x[n] 0 0", dtypes: "fcsl"},
	"t":                                {calls: "x[n,k]; x[n]; x[]", dtypes: "fcs"},
	"numpy_T mT mH matrix_H":           {calls: "x[n,k]", dtypes: "fcs"},
	"adjoint":                          {calls: "x[n,k]; x[n,k,m]", dtypes: "fcs"},
	"movedim.intlist":                  {calls: "x[n,k,m] (0,1) (1,2); x[n,k,m] (0) (-1)", dtypes: "fs"},
	"movedim.int":                      {calls: "x[n,k,m] 0 2; x[n,k] 1 0", dtypes: "fs"},
	"expand":                           {calls: "x[n,1] (n,k); x[k] (n,k); x[] (n,k); x[n,k] (-1,-1); x[1,n] (m,k,n)", dtypes: "fcsl"},
	"expand_as":                        {calls: "x[n,1] x[n,k]; x[k] x[n,k]; x[] x[n]", dtypes: "fs"},
	"broadcast_to":                     {calls: "x[n,1] (n,k); x[k] (n,k); x[] (n)", dtypes: "fs"},
	"broadcast_tensors":                {calls: "{x[n,1] x[k]}; {x[n] x[] x[m,1]}", dtypes: "fs"},
	"unsqueeze":                        {calls: "x[n,k] 0; x[n,k] -1; x[n,k] 1; x[] 0", dtypes: "fcs"},
	"squeeze":                          {calls: "x[n,1,k]; x[1,n]; x[]; x[n,k]; x[1,1]", dtypes: "fs"},
	"squeeze.dim":                      {calls: "x[n,1,k] 1; x[1,n] 0; x[] 0; x[n,k] 1", dtypes: "fs"},
	"squeeze.dims":                     {calls: "x[n,1,1] (1,2); x[1,n] (0,1); x[n,k] (0)", dtypes: "fs"},
	"select.int":                       {calls: "x[N,k] 0 0; x[n,K] 1 -1; x[n,k+1,m] 1 k", dtypes: "fcsl"},
	"select_backward":                  {calls: "x[k] (N,k) 0 0; x[n] (n,K) 1 -1", dtypes: "fcs"},
	"slice.Tensor":                     {calls: "x[n+3,k] 0 1 3; x[n,k+4] 1 0 9223372036854775807 2; x[n,k]; x[n,k] 0 none -1; x[n,7] 1 -5 -1 3; x[n+2] 0 2 1", dtypes: "fcsl"},
	"slice_backward":                   {calls: "x[2,k] (n+3,k) 0 1 3 1; x[n,3] (n,6) 1 0 6 2", dtypes: "fcs"},
	"narrow":                           {calls: "x[n+2,k] 0 1 n; x[n,k] 1 0 k; x[n,5] 1 -3 2", dtypes: "fs"},
	"narrow.Tensor":                    {calls: "x[n,5] 1 i[]%3 2", dtypes: "fs"},
	"as_strided":                       {calls: "x[3,4]. (2,2) (1,2); x[3,4]. (2,3) (4,1) 1; x[12]. (3,2) (2,3); x[6]. (3,3) (1,1); x[6]. () () 2", dtypes: "fcs"},
	"as_strided_scatter":               {calls: "x[3,4]. x[2,2] (2,2) (1,2) 0; x[3,4]. x[2,3] (2,3) (4,1) 1; x[12]. x[3,2] (3,2) (2,1) 3", dtypes: "fcs"},
	"as_strided_backward":              {calls: "x[2,2] (3,4) (4,1) (2,2) (1,2) 0; x[2,3] (3,4) (4,1) (2,3) (4,1) 1; x[3,3] (6) (1) (3,3) (1,1) 0", dtypes: "fcs"},
	"mkldnn_rnn_layer":                 {calls: "x[2,3,4] x[8,4] x[8,2] x[8] x[8] x[3,2] x[3,2] false () 2 2 1 true false false true; x[2,3,4] x[8,4] x[8,2] x[8] x[8] x[3,2] x[3,2] true () 2 2 1 false false false false", dtypes: "fs"},
	"diagonal":                         {calls: "x[n,k]; x[n,k] 1; x[n,k,m] -1 0 2; x[n,k,m] 0 -2 -1", dtypes: "fcs"},
	"diagonal_backward":                {calls: "x[3] (3,4) 0 0 1; x[2,3] (4,2,3) -1 0 2", dtypes: "fcs"},
	"unfold":                           {calls: "x[n+3] 0 2 1; x[n,6] 1 3 2; x[5,n,k] 0 3 1; x[] 0 1 1", dtypes: "fcs"},
	"unfold_backward":                  {calls: "x[4,2] (5) 0 2 1; x[n,2,3] (n,6) 1 3 2", dtypes: "fcs"},
	"split.Tensor":                     {calls: "x[5,n] 2; x[n,4] 2 1; x[n,3] 5 -1", dtypes: "fs"},
	"split_with_sizes split.sizes":     {calls: "x[5,n] (2,3); x[n,4] (1,0,3) 1", dtypes: "fs"},
	"chunk":                            {calls: "x[5,n] 2; x[n,4] 3 1; x[n,3] 5 -1", dtypes: "fs"},
	"tensor_split.sections":            {calls: "x[5,n] 2; x[n,4] 3 1", dtypes: "fs"},
	"tensor_split.indices":             {calls: "x[5,n] (1,3); x[n,4] (2) 1", dtypes: "fs"},
	"hsplit.int":                       {calls: "x[n,4] 2; x[6] 3", dtypes: "fs"},
	"hsplit.array":                     {calls: "x[n,4] (1,2); x[6] (2)", dtypes: "fs"},
	"vsplit.int":                       {calls: "x[4,n] 2", dtypes: "fs"},
	"vsplit.array":                     {calls: "x[4,n] (1,2)", dtypes: "fs"},
	"dsplit.int":                       {calls: "x[n,k,4] 2", dtypes: "fs"},
	"dsplit.array":                     {calls: "x[n,k,4] (1,2)", dtypes: "fs"},
	"unbind.int":                       {calls: "x[3,n]; x[n,2] 1; x[1,k]", dtypes: "fcs"},
	"detach alias":                     {calls: unaryCalls, dtypes: "fcs"},
	"view.dtype":                       {calls: "x[n,k]. int32; x[n,2]. float64", dtypes: "s"},
	"atleast_1d atleast_2d atleast_3d": {calls: "x[]; x[n]; x[n,k]; x[n,k,m]", dtypes: "fs"},
	"atleast_1d.Sequence atleast_2d.Sequence atleast_3d.Sequence": {calls: "{x[] x[n]}; {x[n,k] x[n,k,m]}", dtypes: "fs"},
}

var joinSamples = map[string]spec{
	"cat":                           {calls: "{x[n,k] x[m,k]}; {x[n,k] x[n,m] x[n,1]} 1; {x[n]}; {x[n,k] x[0]} -1; {x[n] x/s[k]}; {x[n] x/l[k]}", dtypes: "fcsl"},
	"pad_sequence":                  {calls: "{x[n,k] x[b,k]}; {x[n] x[k] x[b]} true 2.5; {x[n,k] x[1,k]} false 1.5 \"left\"; {x[b,2,k]}", dtypes: "fcs"},
	"stack":                         {calls: "{x[n,k] x[n,k]}; {x[n,k] x[n,k] x[n,k]} 1; {x[n]} -1; {x[] x[]}; {x[n] x/s[n]}", dtypes: "fcsl"},
	"hstack":                        {calls: "{x[n] x[k]}; {x[n,k] x[n,m]}; {x[] x[]}", dtypes: "fs"},
	"vstack":                        {calls: "{x[n] x[n]}; {x[n,k] x[m,k]}; {x[] x[]}", dtypes: "fs"},
	"dstack":                        {calls: "{x[n] x[n]}; {x[n,k] x[n,k]}; {x[n,k,m] x[n,k,1]}", dtypes: "fs"},
	"column_stack":                  {calls: "{x[n] x[n,k]}; {x[n] x[n]}; {x[] x[]}", dtypes: "fs"},
	"repeat":                        {calls: "x[n,k] (2,1); x[k] (2,3); x[] (2); x[n,k] (0,2); x[n] (k)", dtypes: "fcsl"},
	"tile":                          {calls: "x[n,k] (2,1); x[k] (2,3); x[n,k] (2); x[] (2)", dtypes: "fs"},
	"repeat_interleave.self_Tensor": {calls: "x[3,n] i[3]%3 0; x[n,2] i[2]%3 1; x[n] i[n]%3", dtypes: "fs"},
	"repeat_interleave.self_int":    {calls: "x[n,k] 2 0; x[n,k] 3 1; x[n,k] 2; x[] 2", dtypes: "fs"},
	"repeat_interleave.Tensor":      {calls: "i[n]%3; i[3]%2", dtypes: "s"},
	"flip":                          {calls: "x[n,k] (0); x[n,k] (0,1); x[n,k,m] (-1,0); x[] ()", dtypes: "fcsl"},
	"fliplr":                        {calls: "x[n,k]; x[n,k,m]", dtypes: "fs"},
	"flipud":                        {calls: "x[n,k]; x[n]", dtypes: "fs"},
	"roll":                          {calls: "x[n,k] (1) (0); x[n,k] (2,-1) (0,1); x[n,k] (1); x[n,k,m] (7) (-1)", dtypes: "fcs"},
	"rot90":                         {calls: "x[n,k]; x[n,k] 2; x[n,k,m] 3 (1,2); x[n,k] -1; x[n,k] 4", dtypes: "fs"},
}
