package preprocess

import "strings"

// gccAttributes are the attributes that gcc 12 knows on x86, which __has_attribute answers.
var gccAttributes = words(`
	NSObject access alias aligned alloc_align alloc_size always_inline artificial assume_aligned
	callee_pop_aggregate_return cdecl cf_check cleanup cold common const constructor copy deprecated
	designated_init destructor error externally_visible fallthrough fastcall fentry_name
	fentry_section flatten force_align_arg_pointer format format_arg function_return gcc_struct
	gnu_inline hot ifunc indirect_branch indirect_return interrupt leaf malloc may_alias
	maybe_unused mode ms_abi ms_hook_prologue ms_struct naked no_address_safety_analysis
	no_caller_saved_registers no_icf no_instrument_function no_profile_instrument_function
	no_reorder no_sanitize no_sanitize_address no_sanitize_coverage no_sanitize_thread
	no_sanitize_undefined no_split_stack no_stack_limit no_stack_protector nocf_check noclone
	nocommon nodirect_extern_access nodiscard noinit noinline noipa nonnull nonstring noplt noreturn
	nothrow objc_nullability objc_root_class optimize packed patchable_function_entry persistent
	pure regparm retain returns_nonnull returns_twice scalar_storage_order section sentinel
	signed_bool_precision simd sseregparm stack_protect stdcall symver sysv_abi tainted_args target
	target_clones thiscall tls_model transaction_callable transaction_may_cancel_outer
	transaction_pure transaction_safe transaction_safe_dynamic transaction_unsafe transaction_wrap
	transparent_union unavailable uninitialized unused used vector_mask vector_size visibility
	volatile warn_if_not_aligned warn_unused warn_unused_result warning weak weakref
	zero_call_used_regs`)

// windowsAttributes are those that it knows only for Windows.
var windowsAttributes = words("dllexport dllimport selectany shared")

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(list) {
		out[name] = true
	}
	return out
}

// hasAttribute answers __has_attribute.
func (p *preprocessor) hasAttribute(name string) bool {
	if plain, ok := strings.CutPrefix(name, "__"); ok && strings.HasSuffix(plain, "__") {
		name = strings.TrimSuffix(plain, "__")
	}
	return gccAttributes[name] || p.options.Target.MSKeywords && windowsAttributes[name]
}
