package ops

func init() { sampleTables = append(sampleTables, normSamples) }

var normSamples = map[string]spec{
	"native_layer_norm":                    {calls: "x[n,K] (k) x[k] x[k] 0.00001; x[n,m,K] (m,k) none none 0.001; x[n,m,K] (k) x[k] none 0.001", dtypes: "fs", through: "0"},
	"native_group_norm":                    {calls: "x[2,4,3] x[4] x[4] 2 4 3 2 0.001; x[2,4,3] none none 2 4 3 4 0.001", dtypes: "fs", through: "0"},
	"native_layer_norm_backward":           {calls: "x[n,K] x[n,K] (k) x[n,1] p[n,1] x[k] none (true,true,true); x[n,m,K] x[n,m,K] (m,k) x[n,1,1] p[n,1,1] none none (true,true,true)", dtypes: "fs", through: "-"},
	"_batch_norm_train_backward":           {calls: "x[N,K] x[N,K] x[k] 0.00001; x[N,K,m,2] x[N,K,m,2] none 0.001", dtypes: "fs", through: "-"},
	"layer_norm":                           {calls: "x[n,K] (k) x[k] x[k]; x[n,m,K] (m,k); x[n,m,K] (k) x[k]", dtypes: "fsv"},
	"rms_norm":                             {calls: "x[n,K] (k) x[k]; x[n,m,K] (m,k); x[n,K] (k) none 0.01", dtypes: "fs"},
	"native_batch_norm":                    {calls: "x[N,K] x[k] x[k] none none true 0.1 0.00001; x[N,K,m] x[k] x[k] x[k]! p[k]! false 0.1 0.001; x[N,K,m,2] none none x[k]! p[k]! true 0.1 0.001", dtypes: "fs", through: "0"},
	"_native_batch_norm_legit_no_training": {calls: "x[N,K] x[k] x[k] x[k]! p[k]! 0.1 0.00001; x[N,K,m] none none x[k]! p[k]! 0.1 0.001", dtypes: "fs", through: "0"},
	"batch_norm":                           {calls: "x[N,K] x[k] x[k] none none true 0.1 0.00001 false; x[N,K,m] x[k] x[k] x[k]! p[k]! false 0.1 0.001 false; x[N,K,m,2] none none x[k]! p[k]! true 0.1 0.001 false", dtypes: "fs"},
	"instance_norm":                        {calls: "x[N,K,4] x[k] x[k] none none true 0.1 0.00001 false; x[N,K,m,3] none none x[k]! p[k]! false 0.1 0.001 false", dtypes: "fs"},
	"group_norm":                           {calls: "x[N,4,M] 2 x[4] x[4]; x[N,6,3,M] 3; x[N,4] 1 x[4]", dtypes: "fs"},
	"nn.functional.layer_norm":             {calls: "x[n,K] (k) x[k] x[k]; x[n,m,K] (m,k)", dtypes: "fs"},
	"nn.functional.rms_norm":               {calls: "x[n,K] (k) x[k]; x[n,K] (k) none 0.01", dtypes: "fs"},
	"nn.functional.group_norm":             {calls: "x[N,4,M] 2 x[4] x[4]; x[N,6,3,M] 3", dtypes: "fs"},
	"nn.functional.batch_norm":             {calls: "x[4,K] none none x[k] x[k] true; x[N,K,3] x[k]! p[k]! x[k] x[k]; x[4,K,m] x[k]! p[k]! none none true", dtypes: "fs"},
	"nn.functional.instance_norm":          {calls: "x[N,K,4]; x[N,K,3,m] x[k]! p[k]! x[k] x[k] false", dtypes: "fs"},
	"nn.functional.normalize":              {calls: "x[n,K]; x[n,K] 1.5 0; x[n,K,m] 3.0 -1 0.001", dtypes: "fs"},
	"_fused_attention":                     {calls: "x[b,n,k] x[b,m,k] x[b,m,a] none false 0.3; x[b,2,n,k] x[b,2,m,k] x[b,2,m,a] x[n,m] false 0.5; x[n,k] x[n,k] x[n,k] none true 0.7; x[b,n,k] x[b,m,k] x[b,m,k] b[n,1] false 0.5", dtypes: "fs", through: "0"},
	"_fused_attention.backward":            {calls: "x[b,n,a] x[b,n,k] x[b,m,k] x[b,m,a] none false 0.3 q[b,n]; x[b,2,n,k] x[b,2,n,k] x[b,2,m,k] x[b,2,m,k] x[n,m] false 0.5 q[b,2,n]", dtypes: "fs", through: "-"},
	"scaled_dot_product_attention":         {calls: "x[b,n,K] x[b,m,K] x[b,m,a]; x[b,2,n,K] x[b,2,m,k] x[b,2,m,k] x[n,m]; x[b,n,k] x[b,n,k] x[b,n,k] is_causal=true; x[b,4,n,k] x[b,2,m,k] x[b,2,m,k] enable_gqa=true scale=0.5", dtypes: "fs"},
	"dropout feature_dropout alpha_dropout feature_alpha_dropout":                           {calls: "x[n,k,m] 0.5 true; x[n,k,m] 0.5 false; x[n,k,m] 0.0 true", dtypes: "fs"},
	"nn.functional.dropout nn.functional.alpha_dropout nn.functional.feature_alpha_dropout": {calls: "x[n,k,m]; x[n,k,m] 0.5 true; x[n,k,m] 0.5 false; x[n,k] 0.0 true", dtypes: "fs"},
	"nn.functional.dropout1d": {calls: "x[n,k,m]; x[n,k] 0.3 true; x[n,k,m] 0.5 false", dtypes: "fs"},
	"nn.functional.dropout2d": {calls: "x[n,k,m,2]; x[n,k,m,2] 0.5 false", dtypes: "fs"},
	"nn.functional.dropout3d": {calls: "x[n,k,m,2,1]; x[n,k,m,2,1] 0.5 false", dtypes: "fs"},
}
