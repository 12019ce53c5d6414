package generator_test

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/go-resgen/resgen/annotations"
)

// A randomImport is a package that random sources may import, with expressions that use it. P stands for its name there.
type randomImport struct {
	path      string
	types     []string
	embedded  []string // interfaces
	errors    []string
	contextly bool
}

var randomImports = []randomImport{
	{path: "context", types: []string{"P.Context", "P.CancelFunc"}, errors: []string{"P.Canceled"}, contextly: true},
	{path: "io", types: []string{"P.Reader", "P.ReadCloser", "*P.SectionReader"}, embedded: []string{"P.Closer", "P.ReadWriter"}, errors: []string{"P.EOF"}},
	{path: "io/fs", types: []string{"P.FileMode", "P.FS"}, embedded: []string{"P.ReadDirFS", "P.File"}, errors: []string{"*P.PathError"}},
	{path: "time", types: []string{"P.Duration", "P.Time", "*P.Timer"}},
	{path: "net/http", types: []string{"*P.Request", "*P.Response", "P.Header", "P.HandlerFunc"}, embedded: []string{"P.RoundTripper", "P.CookieJar"}, errors: []string{"P.ErrServerClosed", "*P.MaxBytesError"}},
	{path: "net/url", types: []string{"P.Values", "*P.URL"}, errors: []string{"*P.Error"}},
	{path: "iter", types: []string{"P.Seq[int]", "P.Seq2[string, error]"}},
	{path: "text/template", types: []string{"*P.Template", "P.FuncMap"}},
	{path: "html/template", types: []string{"*P.Template", "P.HTML"}},
	{path: "math/rand/v2", types: []string{"*P.Rand"}, embedded: []string{"P.Source"}},
	{path: "unsafe", types: []string{"P.Pointer"}},
	{path: "errors", errors: []string{"P.ErrUnsupported"}},
}

// Names that meet something: keywords of the generated code, predeclared names, packages, letters of other scripts.
var (
	randomNames = []string{
		"", "_", "ctx", "err", "w", "next", "b", "reg", "opts", "attempt", "p0", "p1", "r0", "r1", "verdict", "cause", "ok", "results", "all",
		"len", "nil", "string", "error", "any", "new", "int", "true", "append", "context", "time", "http", "url", "io", "errors", "resilience", "template",
		"self", "T", "K", "V", "élan", "名", "Client", "ErrBusy", "track", "Pair",
	}
	randomMethods = []string{
		"Track", "Get", "Close", "Read", "Unwrap", "Next", "next", "track", "Client", "Error", "Is", "Élan", "ETA", "URLFor", "Do", "R0", "W", "Context", "Len", "Reset",
	}
	randomAliases = []string{"", "", "", "", "context", "errors", "resilience", "w", "ctx", "err", "next", "http", "t2", "string2", "io", "time"}
	randomDecls   = []string{
		"var resilience = 1", "type errors struct{}", "func context() {}", "const w = 1", "type next int", "var err error", "type ctx string",
		"type any = interface{ anything() }", "type string2 = string", "func len(int) int { panic(0) }", "type byte = uint16", "const verdict = 1", "type T struct{}",
		"type time interface{ Now() }", "func append() {}", "type cause error", "type int string",
	}
)

// A randomSource is a file that the test can change where the generator refuses something.
type randomSource struct {
	head       string
	interfaces []*randomInterface
	tail       string
}

type randomInterface struct {
	name, params string
	directives   []string
	off          []string
	elements     []string // embedded interfaces
	methods      []*randomMethod
}

type randomMethod struct {
	name, signature string
	directives      []string
}

func (s *randomSource) text() string {
	var text strings.Builder
	text.WriteString(s.head)
	for _, i := range s.interfaces {
		directives := i.directives
		if len(i.off) > 0 {
			directives = append(slices.Clone(directives), "off methods="+strings.Join(i.off, ","))
		}
		for _, d := range directives {
			fmt.Fprintf(&text, "//resilience:%s\n", d)
		}
		fmt.Fprintf(&text, "type %s%s interface {\n", i.name, i.params)
		for _, element := range i.elements {
			fmt.Fprintf(&text, "\t%s\n", element)
		}
		for _, m := range i.methods {
			for _, d := range m.directives {
				fmt.Fprintf(&text, "\t//resilience:%s\n", d)
			}
			fmt.Fprintf(&text, "\t%s%s\n", m.name, m.signature)
		}
		text.WriteString("}\n\n")
	}
	text.WriteString(s.tail)
	return text.String()
}

var problemMethod = regexp.MustCompile(`(?:^|on |fit )method ([\pL_][\pL_\pN]*)[ :]`)

// heed switches off the method of an interface that a problem is about, or removes the interface.
func (s *randomSource) heed(iface string, p annotations.Problem) {
	at := slices.IndexFunc(s.interfaces, func(i *randomInterface) bool { return i.name == iface })
	if at < 0 {
		return
	}
	if match := problemMethod.FindStringSubmatch(p.Message); match != nil {
		s.interfaces[at].passThrough(match[1])
		return
	}
	s.interfaces = slices.Delete(s.interfaces, at, at+1)
}

func (i *randomInterface) passThrough(name string) {
	found := false
	for _, m := range i.methods {
		if m.name == name {
			found = true
			m.directives = []string{"off"}
		}
	}
	if !found && !slices.Contains(i.off, name) && len(i.elements) > 0 {
		i.off = append(i.off, name)
	}
}

// A sourceDrawer draws what may stand in one source.
type sourceDrawer struct {
	*rapid.T
	leaves, embedded, errors []string
	context                  string // "" without package context
	params                   []string
	fallbacks                strings.Builder
	count                    int
}

func drawSource(t *rapid.T) *randomSource {
	d := &sourceDrawer{T: t}
	s := &randomSource{head: d.head()}
	for n := d.between(1, 3); n > 0; n-- {
		s.interfaces = append(s.interfaces, d.iface())
	}
	s.tail = d.fallbacks.String()
	return s
}

func (d *sourceDrawer) between(low, high int) int { return rapid.IntRange(low, high).Draw(d.T, "n") }

// chance is true once in n times.
func (d *sourceDrawer) chance(n int) bool { return d.between(1, n) == n }

func (d *sourceDrawer) pick(from []string) string { return rapid.SampledFrom(from).Draw(d.T, "pick") }

// head draws the imports and the other declarations of the file.
func (d *sourceDrawer) head() string {
	var text strings.Builder
	text.WriteString("package random\n\n")
	taken := map[string]bool{}
	for _, imported := range randomImports {
		if imported.path != "context" && d.chance(2) {
			continue
		}
		name := strings.TrimSuffix(path.Base(strings.TrimSuffix(imported.path, "/v2")), "/")
		alias := d.pick(randomAliases)
		if alias == "" {
			alias = name
		}
		if taken[alias] {
			continue
		}
		taken[alias] = true
		if alias == name {
			fmt.Fprintf(&text, "import %q\n", imported.path)
		} else {
			fmt.Fprintf(&text, "import %s %q\n", alias, imported.path)
		}
		named := func(all []string) []string {
			var out []string
			for _, text := range all {
				out = append(out, strings.ReplaceAll(text, "P.", alias+"."))
			}
			return out
		}
		d.leaves = append(d.leaves, named(imported.types)...)
		d.embedded = append(d.embedded, named(imported.embedded)...)
		d.errors = append(d.errors, named(imported.errors)...)
		if imported.contextly {
			d.context = alias + ".Context"
		}
	}
	text.WriteString("\nvar (\n")
	for i, leaf := range d.leaves {
		fmt.Fprintf(&text, "\t_used%d %s\n", i, leaf)
	}
	for i, value := range d.errors {
		if !strings.HasPrefix(value, "*") {
			fmt.Fprintf(&text, "\t_error%d = %s\n", i, value)
		}
	}
	text.WriteString(")\n\n" + randomBase)
	for n := d.between(0, 3); n > 0; n-- {
		decl := d.pick(randomDecls)
		if name := strings.FieldsFunc(decl, func(r rune) bool { return r == ' ' || r == '(' })[1]; !taken[name] {
			taken[name] = true
			fmt.Fprintf(&text, "%s\n\n", decl)
		}
	}
	d.leaves = append(d.leaves, "Local", "*Local", "Pair[string, bool]", "Alias", "List[Local]", "Base", "bool", "string", "uint8", "float64", "error", "any", "complex128")
	d.embedded = append(d.embedded, "Base", "Nested", "interface{ Inline() error }")
	d.errors = append(d.errors, "ErrBusy", "*Failure", "isBusy")
	return text.String()
}

const randomBase = `type Local struct{ n uint }

type Pair[A, B interface{}] struct { a A; b B }

type Alias = map[Local]*Pair[bool, float64]

type List[E interface{}] []E

type Base interface { Ping() error; Name() string }

type Nested interface { Base; Ping() error; hidden(Local) (Local, error) }

type Failure struct{}

func (*Failure) Error() (_ string) { return }

var ErrBusy error = &Failure{}

func isBusy(error) bool { return true }

`

var randomConstraints = []string{"any", "comparable", "~int8 | ~string", "Base", "interface{ comparable; Name() string }", "*Local", "~[]Local", "interface{ *Local; Base }"}

func (d *sourceDrawer) iface() *randomInterface {
	d.count++
	i := &randomInterface{name: fmt.Sprintf("%s%d", d.pick([]string{"Client", "client", "Élan", "名", "Store", "W"}), d.count)}
	d.params = nil
	if d.chance(3) {
		var params []string
		for n := range d.between(1, 2) {
			name := []string{"T", "K"}[n]
			if d.chance(4) {
				name = d.pick([]string{"error2", "ctx2", "string", "Local2"}) + fmt.Sprint(n)
			}
			d.params = append(d.params, name)
			params = append(params, name+" "+d.pick(randomConstraints))
		}
		i.params = "[" + strings.Join(params, ", ") + "]"
		if strings.Contains(i.params, " *") {
			i.params = "[" + strings.Join(params, ", ") + ",]"
		}
	}
	i.directives = d.policies(2)
	for n := d.between(0, 2); n > 0; n-- {
		if element := d.pick(d.embedded); !slices.Contains(i.elements, element) {
			i.elements = append(i.elements, element)
		}
	}
	for n := d.between(1, 4); n > 0; n-- {
		name := d.pick(randomMethods)
		if len(i.elements) > 0 && (name == "Close" || name == "Read") {
			continue // an embedded one may have another signature
		}
		if !slices.ContainsFunc(i.methods, func(m *randomMethod) bool { return m.name == name }) {
			i.methods = append(i.methods, d.method(i, name))
		}
	}
	return i
}

func (d *sourceDrawer) method(i *randomInterface, name string) *randomMethod {
	m := &randomMethod{name: name}
	var params, types []string
	variadic := false
	if d.context != "" && !d.chance(4) {
		types = append(types, d.context)
	}
	for n := d.between(0, 3); n > 0; n-- {
		types = append(types, d.typ(2))
	}
	if len(types) > 0 && d.chance(5) {
		variadic = true
	}
	names := d.names(len(types) + 3)
	for n, typ := range types {
		if variadic && n == len(types)-1 {
			typ = "..." + typ
		}
		params = append(params, strings.TrimSpace(names[n]+" "+typ))
	}
	var results []string
	for n := d.between(0, 2); n > 0; n-- {
		results = append(results, d.typ(2))
	}
	if !d.chance(8) {
		results = append(results, "error")
	}
	m.signature = fmt.Sprintf("(%s) (%s)", strings.Join(params, ", "), strings.Join(results, ", "))
	if d.chance(2) {
		var list []string
		for n, result := range results {
			list = append(list, strings.TrimSpace(names[len(types)+n]+" "+result))
		}
		m.signature = fmt.Sprintf("(%s) (%s)", strings.Join(params, ", "), strings.Join(list, ", "))
	}
	if d.chance(2) {
		m.directives = d.policies(1)
	}
	if d.chance(2) && i.params == "" {
		m.directives = append(m.directives, d.fallback(types, variadic, results))
	}
	if len(i.directives)+len(m.directives) == 0 {
		m.directives = []string{"retry"}
	}
	return m
}

// names draws distinct names of parameters, or none.
func (d *sourceDrawer) names(n int) []string {
	names := make([]string, n)
	if n == 0 || d.chance(3) {
		return names
	}
	for i := range names {
		name := d.pick(randomNames)
		if name == "" || name != "_" && slices.Contains(names[:i], name) {
			name = "_"
		}
		names[i] = name
	}
	return names
}

func (d *sourceDrawer) typ(depth int) string {
	if len(d.params) > 0 && d.chance(4) {
		return d.pick(d.params)
	}
	if depth == 0 || d.chance(2) {
		return d.pick(d.leaves)
	}
	inner := func() string { return d.typ(depth - 1) }
	switch d.between(1, 11) {
	case 1:
		return "*" + inner()
	case 2:
		return "[]" + inner()
	case 3:
		return "[3]" + inner()
	case 4:
		return "map[string]" + inner()
	case 5:
		return "chan (" + inner() + ")"
	case 6:
		return "<-chan " + inner()
	case 7:
		return "func(" + inner() + ", ..." + inner() + ") (n " + inner() + ", err error)"
	case 8:
		return "struct{ A, b " + inner() + " `json:\"a\"`; Local }"
	case 9:
		return "interface{ Do(" + inner() + ") " + inner() + " }"
	case 10:
		return "Pair[" + inner() + ", " + inner() + "]"
	default:
		return "(" + inner() + ")"
	}
}

// policies draws directives of different policies.
func (d *sourceDrawer) policies(least int) []string {
	var all []string
	retry := "retry replayable=true delay=1ms"
	switch d.between(0, 4) {
	case 0:
		retry += " retryOn=" + d.pick(d.errors)
	case 1:
		retry += " abortOn=" + d.pick(d.errors) + " maxDelay=1s jitter=0.5"
	case 2:
		retry += " retryIf=isBusy"
	}
	timeout := "timeout 1s outlives=ok mode=detached"
	if d.chance(2) {
		timeout += " total=2s"
	}
	breaker := "circuitbreaker window=10s"
	if d.chance(2) {
		breaker += " ignoreOn=" + d.pick(d.errors)
	}
	for _, directive := range []string{retry, timeout, breaker, "bulkhead maxWait=1s", "bulkhead workers=2", "order timeout,retry", "ratelimit limit=1 period=1s", "timeout 1s outlives=ok"} {
		name, _, _ := strings.Cut(directive, " ")
		if d.chance(2) && !slices.ContainsFunc(all, func(other string) bool { return strings.HasPrefix(other, name) }) {
			all = append(all, directive)
		}
	}
	if len(all) < least {
		all = append(all, retry)
	}
	return slices.Compact(all)
}

// fallback draws a fallback and declares the function that it needs.
func (d *sourceDrawer) fallback(params []string, variadic bool, results []string) string {
	if d.chance(4) {
		return "fallback value=nil"
	}
	d.count++
	name := fmt.Sprintf("fallback%d", d.count)
	params = slices.Clone(params)
	switch kind := d.between(1, 3); {
	case kind == 1 && variadic:
		params[len(params)-1] = "..." + params[len(params)-1]
	case variadic:
		params[len(params)-1] = "[]" + params[len(params)-1]
	}
	if len(params) == 0 || !strings.HasPrefix(params[len(params)-1], "...") {
		switch d.between(1, 3) {
		case 1:
			params = append(params, "error")
		case 2:
			params = append(params, "*Failure")
		}
	}
	for i, param := range params {
		params[i] = fmt.Sprintf("_ %s", param)
	}
	named := make([]string, len(results))
	for i, result := range results {
		named[i] = "_ " + result
	}
	fmt.Fprintf(&d.fallbacks, "func %s(%s) (%s) { return }\n\n", name, strings.Join(params, ", "), strings.Join(named, ", "))
	directive := "fallback func=" + name
	if d.chance(3) {
		directive += " on=" + d.pick(d.errors)
	}
	return directive
}

// drawDirectives draws an interface with directives of random words, and random comments beside them.
func drawDirectives(t *rapid.T) string {
	d := &sourceDrawer{T: t}
	d.head()
	var text strings.Builder
	text.WriteString("package random\n\nimport \"context\"\n\n" + randomBase)
	comment := func(indent string) {
		for n := d.between(0, 3); n > 0; n-- {
			fmt.Fprintf(&text, "%s%s\n", indent, d.directive())
		}
	}
	comment("")
	text.WriteString("type Client interface {\n")
	comment("\t")
	text.WriteString("\tTrack(ctx context.Context, parcel string) (string, error)\n")
	comment("\t")
	text.WriteString("\tBase " + d.directive() + "\n}\n\n")
	comment("")
	text.WriteString("func unknown(ctx context.Context, parcel string) (string, error) {\n")
	comment("\t")
	text.WriteString("\treturn \"\", nil\n}\n")
	return text.String()
}

// directive draws a line comment that is, or nearly is, a directive.
func (d *sourceDrawer) directive() string {
	known := rapid.SampledFrom(annotations.Directives()).Draw(d.T, "directive")
	words := []string{d.pick([]string{"//resilience:", "//resilience:", "//resilience:", "// resilience:", "//Resilience:", "//resilience: ", "//go:"}) + known.Name}
	for n := d.between(0, 3); n > 0; n-- {
		word := d.word()
		if len(known.Keys) > 0 && !d.chance(4) {
			word = rapid.SampledFrom(known.Keys).Draw(d.T, "key").Name + "=" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, d.pick([]string{" ", " ", "\t", "  "}))
}

func (d *sourceDrawer) word() string {
	if d.chance(4) {
		return strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' || r == 0 || r == '\uFEFF' {
				return -1
			}
			return r
		}, rapid.String().Draw(d.T, "word"))
	}
	return d.pick([]string{
		"1s", "50ms", "3", "0", "-1", "99999999999999999999", "0.5", "50", "true", "ok", "detached", "cooperative", "nil", `"unknown"`, "`\"unknown\"`", "ErrBusy", "*Failure", "isBusy", "unknown",
		"Track", "Ping", "retry", "timeout,retry", "ErrBusy,*Failure", "context.Canceled", "*context.Context", "Pair[int,string]", "\"a b\"", "a=b", "=", ",", "..", "carrier", "method",
	})
}
