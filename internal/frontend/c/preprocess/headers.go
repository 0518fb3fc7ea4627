package preprocess

import (
	"embed"
	"path"

	"yogi/internal/frontend/c/target"
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
func predefined(t *target.Target) string {
	data, err := embedded.ReadFile("predefined/" + t.Predefined())
	if err != nil {
		panic(err)
	}
	return string(data)
}
