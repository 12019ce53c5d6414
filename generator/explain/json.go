package explain

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/go-resgen/resgen/annotations"
	"github.com/go-resgen/resgen/annotations/worstcase"
	"github.com/go-resgen/resgen/generator/diagnostic"
	"github.com/go-resgen/resgen/generator/model"
)

// schema is the version of the JSON. Fields may be added within a version; none is
// renamed, removed or given another meaning.
const schema = 1

type jsonReport struct {
	Schema     int             `json:"schema"`
	Interfaces []jsonInterface `json:"interfaces"`
}

type jsonInterface struct {
	Package     string       `json:"package"`
	Name        string       `json:"name"`
	File        string       `json:"file"`
	Line        int          `json:"line"`
	Methods     []jsonMethod `json:"methods"`
	Unprotected []string     `json:"unprotected"`
}

type jsonMethod struct {
	Name       string                `json:"name"`
	File       string                `json:"file"`
	Line       int                   `json:"line"`
	Layers     []jsonLayer           `json:"layers"`
	Attempts   int                   `json:"attempts"`
	Longest    string                `json:"longest,omitempty"` // a Go duration
	Sum        []jsonTerm            `json:"sum,omitempty"`
	Endless    string                `json:"endless,omitempty"`
	Conditions []worstcase.Condition `json:"conditions"`
	Warnings   []string              `json:"warnings"`
}

type jsonLayer struct {
	Name     string        `json:"name"`
	Instance string        `json:"instance,omitempty"`
	Settings []jsonSetting `json:"settings"`
}

type jsonSetting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type jsonTerm struct {
	What  string `json:"what"`
	Times int    `json:"times"`
	Each  string `json:"each"`
}

// WriteJSON writes the report as one JSON object, files relative to dir.
func (r Report) WriteJSON(w io.Writer, dir string) error {
	out := jsonReport{Schema: schema, Interfaces: []jsonInterface{}}
	for _, i := range slices.SortedFunc(slices.Values(r.Interfaces), compare) {
		out.Interfaces = append(out.Interfaces, i.json(dir))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	return encoder.Encode(out)
}

func (i Interface) json(dir string) jsonInterface {
	out := jsonInterface{
		Package:     i.Package,
		Name:        i.Name,
		File:        diagnostic.RelativePath(i.Pos.Filename, dir),
		Line:        i.Pos.Line,
		Methods:     []jsonMethod{},
		Unprotected: append([]string{}, i.Unprotected...),
	}
	for _, m := range i.Methods {
		out.Methods = append(out.Methods, m.json(dir))
	}
	return out
}

func (m Method) json(dir string) jsonMethod {
	out := jsonMethod{
		Name:       m.Name,
		File:       diagnostic.RelativePath(m.Pos.Filename, dir),
		Line:       m.Pos.Line,
		Layers:     []jsonLayer{},
		Attempts:   m.Bound.Attempts,
		Endless:    m.Bound.Endless,
		Conditions: append([]worstcase.Condition{}, m.Bound.Conditions...),
		Warnings:   append([]string{}, m.Warnings...),
	}
	for _, l := range m.Layers {
		out.Layers = append(out.Layers, layerJSON(l))
	}
	if m.Bound.Endless == "" {
		out.Longest = annotations.FormatDuration(m.Bound.Time)
	}
	for _, t := range m.Bound.Terms {
		out.Sum = append(out.Sum, jsonTerm{What: t.What, Times: t.Times, Each: annotations.FormatDuration(t.Each)})
	}
	return out
}

func layerJSON(l model.Layer) jsonLayer {
	out := jsonLayer{Name: l.Name, Settings: []jsonSetting{}}
	if l.Policy != nil {
		out.Instance = l.Policy.Instance
	}
	shown := l.Shown()
	for _, key := range l.Args.Directive.Keys {
		if value, ok := shown[key.Name]; ok {
			out.Settings = append(out.Settings, jsonSetting{Key: key.Name, Value: value.String()})
		}
	}
	return out
}
