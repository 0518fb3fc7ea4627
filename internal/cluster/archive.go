package cluster

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Pack makes an archive of the files in a folder. Equal files give equal archives, whatever their times are.
func Pack(folder string) ([]byte, error) {
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := archive.WriteHeader(&tar.Header{Name: filepath.ToSlash(name), Mode: 0o644, Size: int64(len(text)), Format: tar.FormatPAX}); err != nil {
			return err
		}
		_, err = archive.Write(text)
		return err
	})
	if err := errors.Join(err, archive.Close(), compressed.Close()); err != nil {
		return nil, fmt.Errorf("packing files: %w", err)
	}
	return out.Bytes(), nil
}

// Unpack puts the files of an archive into a folder. Nobody trusts who packed it: names stay in the folder, and
// nothing but files of a bounded size together is made.
func Unpack(data []byte, folder string) error {
	compressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("unpacking files: %w", err)
	}
	left := int64(largestFile)
	for archive := tar.NewReader(compressed); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("unpacking files: %w", err)
		}
		if left -= header.Size + 512; left < 0 || header.Typeflag != tar.TypeReg || !filepath.IsLocal(header.Name) {
			return fmt.Errorf("unpacking files: %q is too large, no file, or outside of its folder", header.Name)
		}
		if err := unpackOne(archive, filepath.Join(folder, header.Name)); err != nil {
			return fmt.Errorf("unpacking files: %w", err)
		}
	}
}

func unpackOne(from io.Reader, path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}
