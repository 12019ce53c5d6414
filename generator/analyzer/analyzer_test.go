package analyzer_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/go-resgen/resgen/generator/analyzer"
)

func TestMistakesAreReportedWithFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), analyzer.Analyzer, "./mistakes", "./nearmiss")
}

func TestOutputsAreComparedWithWhatWouldBeWritten(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), analyzer.Analyzer, "./outputs/...")
}

func TestPackagesWithoutDirectivesAreLeftAlone(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), analyzer.Analyzer, "./quiet")
}
