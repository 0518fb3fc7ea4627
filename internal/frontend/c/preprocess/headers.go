package preprocess

import (
	"embed"
	"path"
)

//go:embed headers predefined
var embedded embed.FS

// header returns an embedded standard header, or nil.
func header(name string) []byte {
	data, err := embedded.ReadFile(path.Join("headers", name))
	if err != nil {
		return nil
	}
	return data
}

// predefined is the text of the macros that the compiler defines.
func predefined(lp64 bool) string {
	name := "predefined/ilp32.h"
	if lp64 {
		name = "predefined/lp64.h"
	}
	data, err := embedded.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(data)
}
