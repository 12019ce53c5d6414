package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheListsAreWellFormed(t *testing.T) {
	all, err := targets(modulesText)
	require.NoError(t, err)
	assert.Equal(t, target{module: "std", patterns: []string{"std"}}, all[0])
	assert.Greater(t, len(all), 12)
	reviewed, err := reviews(reviewedText)
	require.NoError(t, err)
	assert.NotEmpty(t, reviewed)
}

func TestAReviewCoversWhatItNames(t *testing.T) {
	reviewed, err := reviews("# comment\n\nRG301 - no error\nRG308 crypto/hpke.*.* unexported\n")
	require.NoError(t, err)
	covered := func(r refusal) bool { return reviewed[0].covers(r) || reviewed[1].covers(r) }
	assert.True(t, covered(refusal{code: "RG301", name: "io.Reader.Len"}))
	assert.False(t, covered(refusal{code: "RG301", name: "io.Reader.Read", returnError: true}))
	assert.True(t, covered(refusal{code: "RG308", name: "crypto/hpke.AEAD.aead", returnError: true}))
	assert.False(t, covered(refusal{code: "RG308", name: "crypto/ecdh.Curve.ecdh", returnError: true}))
}

func TestAReviewWithoutReasonIsRefused(t *testing.T) {
	_, err := reviews("RG301 -")
	require.Error(t, err)
	_, err = reviews("RG301 [ reason")
	require.Error(t, err)
}

func TestAModuleNeedsAVersion(t *testing.T) {
	_, err := parseTarget("gorm.io/gorm")
	require.Error(t, err)
	parsed, err := parseTarget("k8s.io/api@v0.1.0 k8s.io/api/core/...")
	require.NoError(t, err)
	assert.Equal(t, target{module: "k8s.io/api", version: "v0.1.0", patterns: []string{"k8s.io/api/core/..."}}, parsed)
}
