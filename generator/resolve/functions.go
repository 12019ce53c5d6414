package resolve

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/generator/model"
)

// functions checks the signatures of the functions that a directive names, on
// the method that it has landed on.
func (r *resolver) functions(s *subject, d landed, p *model.Policy) {
	for _, arg := range d.List {
		refs := p.Refs[arg.Key.Name]
		if arg.Key.Kind != annotations.Func || len(refs) == 0 {
			continue
		}
		ref := *refs[0]
		if r.functionFits(s, arg, &ref) {
			p.Refs = withRef(p.Refs, arg.Key.Name, &ref)
		}
	}
}

// withRef replaces a key's reference without changing the map that other
// methods share.
func withRef(refs map[string][]*model.Ref, key string, ref *model.Ref) map[string][]*model.Ref {
	changed := make(map[string][]*model.Ref, len(refs))
	for k, v := range refs {
		changed[k] = v
	}
	changed[key] = []*model.Ref{ref}
	return changed
}

// functionFits checks one function other than a fallback's.
func (r *resolver) functionFits(s *subject, arg annotations.Arg, ref *model.Ref) bool {
	var wanted *types.Signature
	switch arg.Key.Name {
	case "delayFunc":
		wanted = r.delayFunc()
	case "retryOnResult", "recordResult":
		if len(s.Results()) == 0 {
			r.problem(arg.Pos, token.NoPos, CodeNoResultToJudge, fmt.Sprintf("%s: method %s has no result beside its error to judge", arg.Key.Name, s.Name()))
			return false
		}
		wanted = signature(s.Results(), types.Typ[types.Bool])
	default:
		wanted = predicate
	}
	if r.instantiate(s, ref) && types.AssignableTo(ref.Type, wanted) {
		return true
	}
	r.problem(arg.ValuePos, arg.ValuePos+token.Pos(len(arg.Value.Text())), CodeFunctionShape, fmt.Sprintf(
		"%s=%s on method %s: %s has type %s, it must be %s",
		arg.Key.Name, arg.Value.Text(), s.Name(), ref.Object.Name(), r.string(ref.Object.Type()), r.string(wanted)))
	return false
}

// instantiate gives a generic function the interface's type parameters, in
// order. It reports whether the function can be called as it is then.
func (r *resolver) instantiate(s *subject, ref *model.Ref) bool {
	function, ok := ref.Type.(*types.Signature)
	if !ok || function.TypeParams().Len() == 0 {
		return true
	}
	if function.TypeParams().Len() != s.iface.TypeParams.Len() {
		return false
	}
	var args []types.Type
	for p := range s.iface.TypeParams.TypeParams() {
		args = append(args, p)
	}
	instance, err := types.Instantiate(nil, function, args, true)
	if err != nil {
		return false
	}
	ref.Type, ref.Generic = instance, true
	return true
}

// delayFunc is func(attempt int, err error) time.Duration.
func (r *resolver) delayFunc() *types.Signature {
	var duration types.Type = types.Typ[types.Invalid]
	if pkg, err := r.pkg.Import("time"); err == nil {
		duration = pkg.Scope().Lookup("Duration").Type()
	}
	attempt := types.NewParam(token.NoPos, nil, "", types.Typ[types.Int])
	failure := types.NewParam(token.NoPos, nil, "", errorType)
	return signature([]*types.Var{attempt, failure}, duration)
}

// signature is a function that takes params and returns results.
func signature(params []*types.Var, results ...types.Type) *types.Signature {
	in := make([]*types.Var, len(params))
	for i, v := range params {
		in[i] = types.NewParam(token.NoPos, nil, "", v.Type())
	}
	out := make([]*types.Var, len(results))
	for i, t := range results {
		out[i] = types.NewParam(token.NoPos, nil, "", t)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(out...), false)
}
