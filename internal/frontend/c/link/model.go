package link

import (
	"strings"

	"yogi/internal/frontend/c/tree"
)

// modelPrefix begins the name of a platform's model of a function that headers define, inline: what is
// behind it is the function's name.
const modelPrefix = "__yogi_model_"

// findModels gives models the names of the functions that they stand for.
func findModels(units []*tree.Unit) map[string]*tree.FunctionDef {
	models := map[string]*tree.FunctionDef{}
	for _, u := range units {
		for _, f := range u.Functions {
			name, ok := strings.CutPrefix(f.Name, modelPrefix)
			if ok && f.Body != nil && f.Linkage == tree.ExternalLinkage {
				f.Name = name
				models[name] = f
			}
		}
	}
	return models
}

// isModelled says that a model stands for a function: headers define it, or leave it to another file.
func (l *linker) isModelled(f *tree.FunctionDef) bool {
	m := l.models[f.Name]
	return m != nil && m != f && (f.Body == nil || isHeader(f.Pos.File))
}

// fitsModel refuses a function that is not declared as its model is.
func (l *linker) fitsModel(f *tree.FunctionDef) {
	if m := l.models[f.Name]; !callableAs(m, f) {
		l.conflict(f.Pos, f.Name, f.Type.Name, m.Pos, m.Type.Name)
	}
}
