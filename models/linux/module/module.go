// Package module is the kernel around a Linux module that is read with the kernel's own headers, as
// its build reads it: a harness and models in C which use the kernel's structures. The small headers of
// package linux are for programs without such a build. All is in our own words, after the public
// documentation of the interfaces.
package module

import (
	"embed"
	"regexp"
	"slices"
	"strings"

	"yogi/models/linux"
	"yogi/models/platform"
)

//go:embed source
var files embed.FS

// Install writes the platform's files into a folder, as far as they are not there already.
func Install(folder string) (*platform.Platform, error) {
	p, err := platform.Install(files, folder)
	if err != nil {
		return nil, err
	}
	p.LikeProgram, p.Parts = true, Parts
	return p, nil
}

// parts are the macros by which parts of the models are read, each with the words of which a module
// names one that needs the part.
var parts = []struct {
	macro string
	words string
}{
	{"YOGI_CACHES", "kmem_cache_create kmem_cache_create_usercopy KMEM_CACHE KMEM_CACHE_USERCOPY"},
	{"YOGI_CLASSES", "class_create class_register"},
	{"YOGI_CLASS_USES", "dev_uevent class_release dev_release shutdown_pre pm get_ownership namespace class_groups dev_groups"},
	{"YOGI_PCI", "pci_driver pci_dev"},
	{"YOGI_HID", "hid_driver"},
	{"YOGI_MAPPER", "target_type"},
	{"YOGI_SERIAL", "uart_driver"},
	{"YOGI_I2C", "i2c_driver"},
	{"YOGI_BLOCK", "gendisk"},
	{"YOGI_INPUT", "input_dev"},
	{"YOGI_VIDEO", "video_device"},
	{"YOGI_CONTROLS", "v4l2_ctrl_handler"},
	{"YOGI_NET", "net_device nf_hook_ops xt_target xt_match pernet_operations genl_family"},
	{"YOGI_CONNTRACK", "nf_conntrack_helper"},
	{"YOGI_PPS", "pps_source_info"},
	{"YOGI_CRYPTO", "crypto_alloc_shash crypto_alloc_ahash crypto_alloc_skcipher crypto_alloc_aead"},
	{"YOGI_USB", "usb_driver"},
	{"YOGI_ACPI", "acpi_driver acpi_handle acpi_buffer acpi_object_list"},
	{"YOGI_UIO", "uio_info"},
	{"YOGI_BUS", "bus_register driver_register device_register device_initialize"},
}

// Parts are the macros for a module of these sources.
func Parts(sources [][]byte) []string {
	var macros []string
	for _, p := range parts {
		word := regexp.MustCompile(`\b(` + strings.Join(strings.Fields(p.words), "|") + `)\b`)
		if slices.ContainsFunc(sources, word.Match) {
			macros = append(macros, p.macro)
		}
	}
	return append(macros, linux.Parts(sources)...)
}
