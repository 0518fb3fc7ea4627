package preprocess

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// DecodeString returns the bytes of the characters between the quotes of a literal whose elements have
// the given width (1, 2 or 4 bytes), little endian, without a terminating zero.
func DecodeString(text string, width int) ([]byte, bool) {
	var out []byte
	emit := func(v uint32) {
		switch width {
		case 1:
			out = append(out, byte(v))
		case 2:
			out = binary.LittleEndian.AppendUint16(out, uint16(v))
		default:
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	// A character outside the first plane is two units of UTF-16 (C11 6.4.5p6 leaves the encoding
	// to the implementation).
	emitRune := func(r rune) {
		if high, low := utf16.EncodeRune(r); width == 2 && high != utf8.RuneError {
			emit(uint32(high))
			emit(uint32(low))
			return
		}
		emit(uint32(r))
	}
	for len(text) > 0 {
		if text[0] != '\\' {
			r, n := utf8.DecodeRuneInString(text)
			if width == 1 || r == utf8.RuneError && n == 1 {
				r, n = rune(text[0]), 1
			}
			emitRune(r)
			text = text[n:]
			continue
		}
		v, n, isRune, ok := escape(text)
		if !ok {
			return nil, false
		}
		text = text[n:]
		if isRune && width == 1 {
			out = utf8.AppendRune(out, rune(v))
			continue
		}
		if isRune {
			emitRune(rune(v))
			continue
		}
		emit(v)
	}
	return out, true
}

// escape decodes the escape sequence at the start of s.
func escape(s string) (v uint32, n int, isRune, ok bool) {
	if len(s) < 2 {
		return 0, 0, false, false
	}
	switch c := s[1]; c {
	case 'n':
		return '\n', 2, false, true
	case 't':
		return '\t', 2, false, true
	case 'r':
		return '\r', 2, false, true
	case 'a':
		return 7, 2, false, true
	case 'b':
		return 8, 2, false, true
	case 'f':
		return 12, 2, false, true
	case 'v':
		return 11, 2, false, true
	case 'e', 'E':
		return 27, 2, false, true
	case 'x':
		v, n = digits(s, 2, len(s), 16)
		return v, n, false, n > 2
	case 'u':
		v, n = digits(s, 2, 6, 16)
		return v, n, true, n == 6
	case 'U':
		v, n = digits(s, 2, 10, 16)
		return v, n, true, n == 10
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, n = digits(s, 1, 4, 8)
		return v, n, false, true
	default:
		return uint32(c), 2, false, true
	}
}

func digits(s string, from, limit int, base uint32) (v uint32, n int) {
	for n = from; n < limit && n < len(s); n++ {
		d := digit(s[n])
		if d >= base {
			break
		}
		v = v*base + d
	}
	return v, n
}

func digit(c byte) uint32 {
	switch {
	case c >= '0' && c <= '9':
		return uint32(c - '0')
	case c >= 'a' && c <= 'f':
		return uint32(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return uint32(c-'A') + 10
	}
	return 99
}
