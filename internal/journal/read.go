package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Line is one recorded event.
type Line struct {
	At    float64 // seconds from the start of the run
	Event Event
}

// decoders make events of the data of lines, by name.
var decoders = map[string]func(data []byte) (Event, error){
	Phase{}.EventName():     decode[Phase],
	Progress{}.EventName():  decode[Progress],
	Search{}.EventName():    decode[Search],
	Graph{}.EventName():     decode[Graph],
	Iteration{}.EventName(): decode[Iteration],
	Tactic{}.EventName():    decode[Tactic],
	Split{}.EventName():     decode[Split],
	Removed{}.EventName():   decode[Removed],
	Retracted{}.EventName(): decode[Retracted],
	Closed{}.EventName():    decode[Closed],
	Regions{}.EventName():   decode[Regions],
	Test{}.EventName():      decode[Test],
	Query{}.EventName():     decode[Query],
	Verdict{}.EventName():   decode[Verdict],
}

func decode[E Event](data []byte) (Event, error) {
	var e E
	err := json.Unmarshal(data, &e)
	return e, err
}

// Read reads what a journal has written. Events that this version does not know are left out; a
// damaged last line, which an interrupted run leaves, is too.
func Read(in io.Reader) ([]Line, error) {
	var lines []Line
	reader := bufio.NewReader(in)
	for number := 1; ; number++ {
		text, err := reader.ReadBytes('\n')
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return nil, fmt.Errorf("reading a journal: %w", err)
		}
		if len(bytes.TrimSpace(text)) > 0 {
			line, err := parseLine(text)
			if err != nil && !last {
				return nil, fmt.Errorf("line %d is none of a journal: %w", number, err)
			}
			if err == nil && line.Event != nil {
				lines = append(lines, line)
			}
		}
		if last {
			return lines, nil
		}
	}
}

func parseLine(text []byte) (Line, error) {
	var line struct {
		At    float64         `json:"at"`
		Event string          `json:"event"`
		Data  json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &line); err != nil {
		return Line{}, err
	}
	if line.Event == "" {
		return Line{}, errors.New("it names no event")
	}
	known := decoders[line.Event]
	if known == nil {
		return Line{}, nil
	}
	event, err := known(line.Data)
	return Line{line.At, event}, err
}
