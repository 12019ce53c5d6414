package resolve

import (
	"fmt"
	"go/token"

	"github.com/go-resgen/resgen/annotations/worstcase"
)

// A limited method has a worstcase directive.
type limited struct {
	*subject
	directive landed
}

// worstCases reports the methods whose policies can do more than their worstcase
// directive allows. It needs to know what every instance's definition says.
func (r *resolver) worstCases() {
	for _, m := range r.limited {
		limits := m.WorstCase.Settings()
		for _, excess := range m.Bound().Exceeds(limits) {
			r.exceeds(m, excess)
		}
	}
}

func (r *resolver) exceeds(m limited, excess worstcase.Excess) {
	pos, end := m.at(m.directive)
	if arg, ok := m.WorstCase.Arg(excess.Key); ok && pos == m.directive.Pos {
		pos, end = arg.Pos, arg.ValuePos+token.Pos(len(arg.Text))
	}
	code, remedy := CodeTooLong, ""
	switch {
	case excess.Endless:
		code = CodeEndless
		if m.directive.inherited {
			remedy = ", or " + m.remedy()
		}
	case excess.Key == "attempts":
		code = CodeTooOften
	}
	r.problem(pos, end, code, fmt.Sprintf("method %s %s%s", m.Name(), excess.Message, remedy))
}
