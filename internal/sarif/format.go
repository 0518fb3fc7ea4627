package sarif

// The parts of the format that are written, by the names of the standard (section 3).

type log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []*run `json:"runs"`
}

type run struct {
	Tool        tool         `json:"tool"`
	Invocations []invocation `json:"invocations"`
	Language    string       `json:"language"`
	Newlines    []string     `json:"newlineSequences"`
	Columns     string       `json:"columnKind"`
	// Bases say what the paths of artifacts are relative to, by the names that these give.
	Bases   map[string]base `json:"originalUriBaseIds"`
	Results []result        `json:"results"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Language string `json:"language"`
	Rules    []rule `json:"rules"`
}

type rule struct {
	ID         string         `json:"id"`
	Short      *message       `json:"shortDescription"`
	Help       *message       `json:"help"`
	HelpURI    string         `json:"helpUri,omitempty"`
	Default    configuration  `json:"defaultConfiguration"`
	Properties map[string]any `json:"properties,omitempty"`
}

type configuration struct {
	Level string `json:"level"`
}

// base is a folder; where it lies is for the reader to know.
type base struct {
	Description *message `json:"description"`
}

type invocation struct {
	Successful    bool           `json:"executionSuccessful"`
	Notifications []notification `json:"toolExecutionNotifications,omitempty"`
}

type notification struct {
	Descriptor *reference  `json:"descriptor,omitempty"`
	Level      string      `json:"level"`
	Message    *message    `json:"message"`
	Locations  []*location `json:"locations,omitempty"`
}

type reference struct {
	ID string `json:"id"`
}

type result struct {
	RuleID     string         `json:"ruleId"`
	RuleIndex  int            `json:"ruleIndex"`
	Kind       string         `json:"kind"`
	Level      string         `json:"level"`
	Message    *message       `json:"message"`
	Locations  []*location    `json:"locations,omitempty"`
	Related    []*location    `json:"relatedLocations,omitempty"`
	Flows      []flow         `json:"codeFlows,omitempty"`
	Properties map[string]any `json:"properties,omitempty"`

	Suppressions []suppression     `json:"suppressions,omitempty"`
	State        string            `json:"baselineState,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
}

type suppression struct {
	Kind          string    `json:"kind"`
	Status        string    `json:"status"`
	Justification string    `json:"justification"`
	Location      *location `json:"location,omitempty"`
}

type flow struct {
	Threads []thread `json:"threadFlows"`
}

type thread struct {
	Steps []step `json:"locations"`
}

type step struct {
	Location   *location `json:"location"`
	Nesting    int       `json:"nestingLevel"`
	Order      int       `json:"executionOrder"`
	Importance string    `json:"importance"`
}

type location struct {
	Physical physical  `json:"physicalLocation"`
	Logical  []logical `json:"logicalLocations,omitempty"`
	Message  *message  `json:"message,omitempty"`
}

// logical is the function that was checked.
type logical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

type physical struct {
	Artifact artifact `json:"artifactLocation"`
	Region   *region  `json:"region,omitempty"`
}

type artifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type region struct {
	Line   int `json:"startLine"`
	Column int `json:"startColumn,omitempty"`
}

type message struct {
	Text string `json:"text"`
}
