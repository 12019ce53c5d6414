module example.com/analyzed

go 1.26.0
