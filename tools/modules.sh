# modules lists the folders of the modules that have code of ours.
modules() {
	find . -name go.mod -not -path '*/testdata/*' -not -path './tools/*' -exec dirname {} \; | sort
}
