package ops

func init() { sampleTables = append(sampleTables, internalSamples) }

var internalSamples = map[string]spec{
	"_aminmax":                            {calls: "x[N,K]; x[]", dtypes: "fsl"},
	"_aminmax.dim":                        {calls: "x[N,K] 1; x[N,k] 0 true", dtypes: "fsl"},
	"_stack":                              {calls: "{x[n,k] x[n,k]}; {x[n,k] x[n,k] x[n,k]} 1; {x[n]} -1", dtypes: "fcsl"},
	"_conj_physical":                      {calls: "x[n,k]; x[n]", dtypes: "fc"},
	"_logcumsumexp":                       {calls: "x[n,k] 0; x[n,k,m] -1", dtypes: "fs"},
	"_add_relu.Tensor":                    {calls: "x[n,k] x[n,k]; x[n,k] x[k] alpha=2", dtypes: "fs"},
	"_add_relu.Scalar":                    {calls: "x[n,k] 0.25; x[n,k] 1 2", dtypes: "fs"},
	"_addmm_activation":                   {calls: "x[n,m] x[n,k] x[k,m]; x[m] x[n,k] x[k,m] beta=0.5 alpha=2 use_gelu=true", dtypes: "fs"},
	"_int_mm":                             {calls: "i/y[n,k]%9 i/y[k,m]%7; i/u[n,k]%9 i/y[k,m]%7", dtypes: "s"},
	"_weight_int8pack_mm":                 {calls: "x[n,k] i/y[m,k]%7 x[m]", dtypes: "fs"},
	"_convert_weight_to_int4pack_for_cpu": {calls: "i/i[16,4]%16 2; i/i[96,2]%16 2", dtypes: "s"},
	"_weight_int4pack_mm_for_cpu":         {calls: "x[n,32]. i/u[80,16]%250 32 x[1,80,2]", dtypes: "s"},
	"_dyn_quant_pack_4bit_weight":         {calls: "i/u[4,32]%250 x[8] none 32 64 4; i/u[4,16]%250 x[4] x[4] 32 32 4", dtypes: "s"},
	"_scaled_mm":                          {calls: "x/e[n,k] x/e[k,m] p[] p[] out_dtype=float32; x/e[n,k] x/e[k,m] p[n,1] p[1,m] x[m] out_dtype=float32", dtypes: "s"},
	"_scaled_mm_v2":                       {calls: "x/e[n,k] x/e[k,m] {p[]} (0) (0) {p[]} (0) (0) none float32; x/e[n,k] x/e[k,m] {p[n,1]} (1) (0) {p[1,m]} (1) (0) x[m] float32", dtypes: "s"},
	"linalg__powsum":                      {calls: "x[n,k] 3; x[n,k] 2 (1) true; x[n,k] 0.5 dtype=float64", dtypes: "fsc", through: "-"},
	"_dyn_quant_matmul_4bit":              {calls: "x[n,32] x[72] 32 32 4; x[n,32] x[68] 32 32 4", dtypes: "s"},
	"_convolution":                        {calls: "x[n,2,5] x[3,2,2] x[3] (2) (1) (1) false (0) 1 false false true true; x[n,2,4] x[2,3,3] none (2) (1) (1) true (1) 1 false false true true", dtypes: "fs"},
	"_convolution.deprecated":             {calls: "x[n,2,5] x[3,2,2] x[3] (2) (1) (1) false (0) 1 false false true", dtypes: "fs"},
	"_shape_as_tensor":                    {calls: "x[n,k]; x[]", dtypes: "fs"},
	"_convert_indices_from_coo_to_csr":    {calls: "i[1]%4 4; i[1]%2 3 out_int32=true", dtypes: "s"},
	"_convert_indices_from_csr_to_coo":    {calls: "i[1]%1 i[n]%4; i[2,1]%1 i[2,n]%3 out_int32=true transpose=true", dtypes: "s"},
	"_scaled_dot_product_attention_math":  {calls: "x[b,2,n,K] x[b,2,m,K] x[b,2,m,a]; x[b,2,n,K] x[b,2,m,K] x[b,2,m,k] x[n,m] scale=0.3; x[b,2,n,K] x[b,2,m,K] x[b,2,m,k] b[n,m]; x[b,2,n,K] x[b,2,m,K] x[b,2,m,k] none 0.0 true; x[b,4,n,K] x[b,2,m,K] x[b,2,m,k] enable_gqa=true; x[b,2,n,K] x[b,2,m,K] x[b,2,m,k] none 0.5 false b[b,2,n,m]", dtypes: "fs"},
	"_fused_sdp_choice":                   {calls: "x[b,2,n,K] x[b,2,m,K] x[b,2,m,K]; x[n,K] x[m,K] x[m,K]; x[b,2,n,K] x[b,2,m,K] x[b,2,m,K] none 0.5", dtypes: "fs"},
	"_transform_bias_rescale_qkv":         {calls: "x[n,m,12] x[12] 2; x[n,m,6] x[6] 1", dtypes: "fs"},
	"_cast_Byte _cast_Char _cast_Double _cast_Float _cast_Int _cast_Long _cast_Short _cast_Half": {calls: "o[n,k]; x[]", dtypes: "fs", through: "-"},
}
