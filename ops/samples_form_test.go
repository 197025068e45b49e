package ops

func init() { sampleTables = append(sampleTables, formSamples) }

// formSamples are calls of the functions and methods that are no operators of their own (forms.go).
var formSamples = map[string]spec{
	"size stride dim ndimension numel nelement storage_offset element_size is_floating_point is_complex is_signed is_conj is_neg is_inference get_device type": {calls: unaryCalls, dtypes: "fcslb", through: "-"},
	"sym_size sym_numel sym_storage_offset": {calls: unaryCalls, dtypes: "fs", through: "-"},
	"sym_size.int sym_stride.int":           {calls: "x[n,k] 1; x[n] -1; x[n,k,m] 0", dtypes: "fs", through: "-"},
	"size.int stride.int":                   {calls: "x[n,k] 1; x[n] -1; x[n,k,m] 0", dtypes: "fs", through: "-"},
	"size.none stride.none":                 {calls: "x[n,k] none", dtypes: "fs", through: "-"},
	"is_same_size":                          {calls: "x[n,k] x[n,k]; x[n] x[n,k]; x[n,k] x[k,n]", dtypes: "fs", through: "-"},
	"is_contiguous":                         {calls: "x[n,k]; x[n,k,m,2] memory_format=channels_last; x[n,k] memory_format=contiguous_format; x[n,k,2] memory_format=channels_last; x[n,k,m,2]", dtypes: "fs", through: "-"},
	"broadcast_shapes":                      {calls: "{(n,k) (1,k)}; {(k) (n,1) k}; {(n,k)}; {()}", dtypes: "f", through: "-"},
	"result_type":                           {calls: "x[n] x/l[k]; x[n] 2.5; x[n] x/c[]; 2 3.5", dtypes: "fsl", through: "-"},
	"can_cast promote_types":                {calls: "float32 int64; int64 float64; bool uint8; complex64 float64", dtypes: "f", through: "-"},
	"float double half bfloat16 int long short char byte bool cfloat cdouble chalf": {calls: "p[n,k]; p[]; p[n,k,m] memory_format=contiguous_format", dtypes: "fsl", through: "-"},
	"cpu":                     {calls: "x[n,k]; x[n,k,m,2] channels_last", dtypes: "fs"},
	"to.form_device":          {calls: "x[n,k]; x[n,k] cpu float64; x[n,k] none float64 false true; x[n,k,m,2] dtype=float64 memory_format=channels_last", dtypes: "fl"},
	"to.form_dtype":           {calls: "x[n,k] float64; x[n,k] float64 false true; x[n,k,m,2] float64 memory_format=channels_last", dtypes: "fl"},
	"to.form_tensor":          {calls: "x[n,k] x/f[m]; x[n,k] x/f[m] copy=true", dtypes: "fl"},
	"type.dtype":              {calls: "x[n,k] float64; x[n] float64 true; x[n] none", dtypes: "fl"},
	"type.class":              {calls: "x[n,k] class_float64; x[n] class_float64 true", dtypes: "fl"},
	"type.name":               {calls: `x[n,k] "torch.DoubleTensor"`, dtypes: "fl"},
	"nonzero.as_tuple":        {calls: "x[n,k] as_tuple=true; b[n] as_tuple=true; b[n,k] as_tuple=false; x[] as_tuple=true", dtypes: "fsl", through: "-"},
	"lu":                      {calls: "m[N,N]; m[b,N,N] true true", dtypes: "fs"},
	"unique":                  {calls: "x[n,k]; x[n] true true; x[n,k] true true true; x[n,k] return_counts=true dim=0; x[n,k] dim=1", dtypes: "fsl", through: "-"},
	"unique_consecutive.form": {calls: "x[n,k]; x[n] true; x[n,k] true true; x[n,k] dim=0", dtypes: "fsl", through: "-"},
	"split.form":              {calls: "x[n,k] 2; x[n,k] 2 1; x[6,k] (2,4); x[k,5] (1,0,4) -1", dtypes: "fcs"},
	"tensordot.form":          {calls: "x[n,k] x[n,k]; x[n,k] x[k,m] 1; x[n,k] x[m] 0; x[n,k,m] x[m,k] {(1,2) (1,0)}; x[n,k] x[n,m] {0 0}", dtypes: "fcs"},
	"sum_to_size":             {calls: "x[n,k] (1,k); x[m,n,k] (k); x[n,k] (n,1); x[n,k] (n,k); x[m,n,k] (1,1)", dtypes: "fcs"},
	"requires_grad_":          {calls: "x[n,k]; x[n,k] false", dtypes: "fs", through: "-"},
	"resize_":                 {calls: "x[n,k]. (k,n)", dtypes: "fsl", through: "-"},
	"resize_as_":              {calls: "x[n,k]. x[k,n]", dtypes: "fsl", through: "-"},
	"polygamma.form":          {calls: "p[n,k] 1; q[n] 2", dtypes: "fs"},
	"polygamma_":              {calls: "p[n,k] 1; q[n] 2", dtypes: "fs", through: "-"},
	"fill_diagonal_":          {calls: "x[n,k] 2.5; x[7,2] 1 true; x[3,3,3] 0.5", dtypes: "fsl", through: "-"},
	"__reversed__":            {calls: "x[n,k]; x[]", dtypes: "fcs"},
}
