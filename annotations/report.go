package annotations

import "go/token"

func (p *parser) pos(offset int) token.Pos { return p.textPos + token.Pos(offset) }

// report reports f for the bytes from start to end of the text.
func (p *parser) report(f *fault, start, end int) {
	p.problems = append(p.problems, Problem{
		Pos: p.pos(start), End: p.pos(end),
		Code: f.code, Message: f.message, Replacement: f.replacement,
	})
}

// reportValue reports a fault of the unquoted value of w.
func (p *parser) reportValue(k *Key, w word, f *fault) {
	start, end := w.valueStart, w.end
	if f.end > 0 {
		start = w.valueStart + sourceOffset(w.value, f.start)
		end = w.valueStart + sourceOffset(w.value, f.end)
	}
	named := *f
	named.message = k.Name + ": " + f.message
	p.report(&named, start, end)
}

// reportName reports a problem at the directive's name.
func (p *parser) reportName(code, message string) {
	p.problems = append(p.problems, Problem{
		Pos: p.args.Pos, End: p.args.Pos + token.Pos(len(p.directive.Name)),
		Code: code, Message: message,
	})
}

// reportArg reports a problem of a whole argument.
func (p *parser) reportArg(arg Arg, code, message string) {
	p.problems = append(p.problems, Problem{
		Pos: arg.Pos, End: arg.ValuePos + token.Pos(len(arg.Text)),
		Code: code, Message: message,
	})
}
