package annotations

// atLeast reports a conflict if both keys are set and the Duration of key is
// less than that of least.
func atLeast(s Settings, key, least, remedy string) []Conflict {
	if !s.Has(key) || !s.Has(least) || s.Duration(key) >= s.Duration(least) {
		return nil
	}
	return []Conflict{{
		Key: key, Other: least,
		Message: stated(s, key) + " is less than " + stated(s, least) + ": " + remedy,
	}}
}

// stated returns a setting as a directive has it.
func stated(s Settings, key string) string { return key + "=" + s[key].String() }
