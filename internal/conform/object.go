package conform

import (
	"debug/elf"
	"debug/pe"
	"fmt"
	"io"
	"strings"
)

// objectReader reads initialised objects of an object file, in ELF or COFF, by name. The file stays open until the
// process ends or the reader is collected.
func objectReader(path string) (func(name string, data []byte) error, error) {
	type place struct {
		section io.ReaderAt
		offset  int64
	}
	places := map[string]place{}
	if file, err := elf.Open(path); err == nil {
		symbols, err := file.Symbols()
		if err != nil {
			return nil, fmt.Errorf("reading the compiler's symbols: %w", err)
		}
		for _, s := range symbols {
			if int(s.Section) < len(file.Sections) {
				places[s.Name] = place{file.Sections[s.Section], int64(s.Value)}
			}
		}
	} else {
		file, err := pe.Open(path)
		if err != nil {
			return nil, fmt.Errorf("reading the compiler's object file: %w", err)
		}
		for _, s := range file.Symbols {
			if n := int(s.SectionNumber); n > 0 && n <= len(file.Sections) {
				// C names have an underscore on 32-bit Windows.
				places[strings.TrimPrefix(s.Name, "_")] = place{file.Sections[n-1], int64(s.Value)}
			}
		}
	}
	return func(name string, data []byte) error {
		p, ok := places[name]
		if !ok {
			return fmt.Errorf("the compiler's object file has no %s", name)
		}
		if _, err := p.section.ReadAt(data, p.offset); err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		return nil
	}, nil
}
