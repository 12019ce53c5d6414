package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A workload is a package with annotated interfaces.
type workload struct {
	name  string
	count int // of interfaces
	files int // with further code
}

var workloads = []workload{
	{name: "one interface, small package", count: 1},
	{name: "one interface, large package", count: 1, files: 50},
	{name: "a hundred interfaces", count: 100},
}

func (w workload) interfaces() []string {
	names := make([]string, w.count)
	for i := range names {
		names[i] = fmt.Sprintf("Client%d", i)
	}
	return names
}

// write makes a module of the package, in root.
func (w workload) write(root string) error {
	resgen, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(resgen, "go.sum"))
	if err != nil {
		return err
	}
	files := map[string]string{
		"go.mod": fmt.Sprintf(`module example.com/work

go 1.26.0

require github.com/go-resgen/resgen v0.0.0

replace github.com/go-resgen/resgen => %s
`, resgen),
		"go.sum":       string(sums),
		"clients.go":   w.source(),
		".mockery.yml": w.mockery(),
	}
	for i := range w.files {
		files[fmt.Sprintf("code%d.go", i)] = code(i)
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// edit changes the package, so that whatever was built of it before is stale.
func (w workload) edit(root string) error {
	text := fmt.Sprintf("package work\n\nconst edited = %d\n", time.Now().UnixNano())
	return os.WriteFile(filepath.Join(root, "edited.go"), []byte(text), 0o644)
}

// source has the interfaces, with directives that mock generators skip as
// comments.
func (w workload) source() string {
	var b strings.Builder
	b.WriteString("package work\n\nimport (\n\t\"context\"\n\t\"net/url\"\n)\n")
	for _, name := range w.interfaces() {
		fmt.Fprintf(&b, `
//resilience:circuitbreaker window=20 minCalls=10
//resilience:timeout 1s
type %s interface {
	//resilience:retry maxAttempts=3 delay=10ms
	Get(ctx context.Context, id string) (string, error)
	Put(ctx context.Context, id string, value []byte) error
	Find(ctx context.Context, query url.Values, limit int) (ids []string, total int, err error)
}
`, name)
	}
	return b.String()
}

func (w workload) mockery() string {
	var b strings.Builder
	b.WriteString("dir: .\nfilename: mocks.go\npkgname: work\npackages:\n  example.com/work:\n    interfaces:\n")
	for _, name := range w.interfaces() {
		fmt.Fprintf(&b, "      %s: {}\n", name)
	}
	return b.String()
}

// code is the nth file of a large package: functions with bodies, and imports
// with dependencies of their own.
func code(n int) string {
	var b strings.Builder
	b.WriteString("package work\n\nimport (\n\t\"database/sql\"\n\t\"encoding/json\"\n\t\"net/http\"\n)\n")
	for i := range 20 {
		fmt.Fprintf(&b, `
func handle%[1]dx%[2]d(db *sql.DB, w http.ResponseWriter, r *http.Request) {
	rows, err := db.QueryContext(r.Context(), "SELECT id, total FROM orders WHERE customer = ?", r.PathValue("customer"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	totals := make(map[string]int)
	for rows.Next() {
		var id string
		var total int
		if err := rows.Scan(&id, &total); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		totals[id] += total
	}
	_ = json.NewEncoder(w).Encode(totals)
}
`, n, i)
	}
	return b.String()
}
