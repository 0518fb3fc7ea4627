package lsp

import "encoding/json"

// This file has the part of the Language Server Protocol 3.17 that the server speaks, in the names of its
// specification.

// Position counts lines and UTF-16 units from zero.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is from a position to one behind its end.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range of a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Severities of diagnostics.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3
)

// Diagnostic is a message about a range.
type Diagnostic struct {
	Range    Range         `json:"range"`
	Severity int           `json:"severity"`
	Code     string        `json:"code,omitempty"`
	Source   string        `json:"source"`
	Message  string        `json:"message"`
	Related  []Information `json:"relatedInformation,omitempty"`
}

// Information is a related place.
type Information struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// PublishDiagnosticsParams are all diagnostics of a document.
type PublishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Command is one that the client may ask the server for.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// CodeLens is a command that is shown at a range.
type CodeLens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// InlayHint is text that is shown inside of a document.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip,omitempty"`
	PaddingLeft bool     `json:"paddingLeft"`
}

type documentID struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

type documentItem struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type openParams struct {
	Document documentItem `json:"textDocument"`
}

// documentParams are those of requests and notifications about a document as a whole.
type documentParams struct {
	Document documentID `json:"textDocument"`
}

type changeParams struct {
	Document documentID `json:"textDocument"`
	Changes  []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
}

type hintParams struct {
	Document documentID `json:"textDocument"`
	Range    Range      `json:"range"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

type commandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
	Token     any               `json:"workDoneToken"`
}

type initializeParams struct {
	RootURI string `json:"rootUri"`
	Folders []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
	Options struct {
		Flags []string `json:"flags"`
	} `json:"initializationOptions"`
	Capabilities struct {
		Window struct {
			Progress bool `json:"workDoneProgress"`
		} `json:"window"`
		Workspace struct {
			Hint struct {
				Refresh bool `json:"refreshSupport"`
			} `json:"inlayHint"`
			Lens struct {
				Refresh bool `json:"refreshSupport"`
			} `json:"codeLens"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

type progressParams struct {
	Token any `json:"token"`
	Value any `json:"value"`
}

// progressValue is the beginning of some work, how far it is, or its end.
type progressValue struct {
	Kind        string `json:"kind"`
	Title       string `json:"title,omitempty"`
	Message     string `json:"message,omitempty"`
	Percentage  *int   `json:"percentage,omitempty"`
	Cancellable bool   `json:"cancellable,omitempty"`
}

// codeCancelled is the error of a request that the client cancelled.
const codeCancelled = -32800

// capabilities lists the abilities of the server, as the answer to initialize has them.
func capabilities(version string) any {
	return map[string]any{
		"capabilities": map[string]any{
			"textDocumentSync":  map[string]any{"openClose": true, "change": 1, "save": map[string]any{"includeText": false}},
			"codeLensProvider":  map[string]any{"resolveProvider": false},
			"inlayHintProvider": map[string]any{"resolveProvider": false},
			"executeCommandProvider": map[string]any{
				"commands": []string{CommandCheck, CommandShowRun}, "workDoneProgress": true,
			},
		},
		"serverInfo": map[string]any{"name": "yogi", "version": version},
	}
}
