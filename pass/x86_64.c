/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * x86_64.c - counting code for x86-64 (see target.h and abi.h).
 *
 * GS form, code that can only be part of an executable:
 *
 *	incq %gs:counter(%rip)			one instruction, 8 bytes
 *
 * TLS form, -fPIC:
 *
 *	movq __gprof_thread@GOTTPOFF(%rip), %a	three instructions more,
 *	movq %fs:(%a), %a			often shared between counts
 *	leaq counter(%rip), %b
 *	incq (%b,%a)
 *
 * With count=blocks the last two are one piece of assembly: the code says which counter
 * it counts, wherever link-time optimisation takes it.  What is written before that
 * optimisation is one piece in both forms, with a counter of its own in it.
 *
 * In IR a count is a monotonic atomic load, add and store.  Monotonic, because
 * link-time optimisation keeps plain counters in registers over a loop; never
 * reusing the loaded value, because only then the three fold into one instruction
 * that a signal handler cannot tear (LLVM 14 to 16 prefer `addq $1`, 4 bytes more).
 * Where code is generated without optimisation nothing folds, and ThreadSanitizer makes
 * calls of atomics: there the instruction is written as inline assembly, which costs
 * the compiler more.
 */
#include "ir.h"
#include "target.h"
#include "unit.h"

#include <llvm/Config/llvm-config.h>
#include <string.h>

#define GS_SPACE 256 /* LLVM's address space of %gs on x86 */
#define FS_SPACE 257 /* of %fs */
#define PRESERVE_NONE 21 /* LLVM's number of the calling convention; llvm-c has none */
#define R11_WORDS 11 /* of arguments in general registers, of which the last is in r11 */

static bool fits(const char *triple)
{
	return !strncmp(triple, "x86_64-", 7) && !strstr(triple, "-gnux32") &&
	       strstr(triple, "linux");
}

/*
 * Link-time optimisation: the linker may generate code without optimisation (--lto-CGO0), and with
 * blocks it would merge counts into one whose counter no code names.
 */
static bool needs_asm(const struct module *m, const struct function *f)
{
	return m->plain || m->lto || ir_has_attribute(f->f, "optnone") ||
	       ir_has_attribute(f->f, "sanitize_thread");
}

/*
 * With -femulated-tls: the distance of a field from the thread pointer, as an i64* of 'space'.
 * That is FS_SPACE, or 0 for an operand of assembly that says %fs.
 */
static LLVMValueRef native_tls(const struct module *m, LLVMBuilderRef b, unsigned field,
			       unsigned space)
{
	static const char text[] = "movq __gprof_thread@GOTTPOFF(%rip), $0", result[] = "=r";
	LLVMTypeRef type = LLVMFunctionType(m->i64, NULL, 0, 0);
	LLVMValueRef code = LLVMGetInlineAsm(type, (char *)text, sizeof text - 1, (char *)result,
					     sizeof result - 1, 0, 0, LLVMInlineAsmDialectATT, 0);
	LLVMValueRef offset = target_nosanitize(m, LLVMBuildCall2(b, type, code, NULL, 0, ""));

	offset = LLVMBuildAdd(b, offset, LLVMConstInt(m->i64, 8ul * field, 0), "");
	return LLVMBuildIntToPtr(b, offset, LLVMPointerType(m->i64, space), "");
}

/* An operand of assembly, to follow %fs: where m->tls is NULL. */
static LLVMValueRef tls_pointer(const struct module *m, LLVMBuilderRef b, unsigned field)
{
	LLVMValueRef indices[2] = { LLVMConstInt(m->i32, 0, 0), LLVMConstInt(m->i32, field, 0) };

	if (!m->tls)
		return native_tls(m, b, field, 0);
	return LLVMConstInBoundsGEP2(LLVMGlobalGetValueType(m->tls), m->tls, indices, 2);
}

static LLVMValueRef tls_field(const struct module *m, LLVMBuilderRef b, unsigned field)
{
	LLVMValueRef p = m->tls ? tls_pointer(m, b, field) : native_tls(m, b, field, FS_SPACE);

	return target_nosanitize(m, LLVMBuildLoad2(b, m->i64, p, ""));
}

/* This thread's copy of a word, for TLS form: an i64* made at run time. */
static LLVMValueRef tls_word(const struct module *m, const struct function *f, LLVMBuilderRef b,
			     LLVMValueRef bias, uint32_t index)
{
	LLVMValueRef base = ir_as_ptr(m, target_counter(m, f->counters, index));
	LLVMValueRef p = LLVMBuildGEP2(b, m->i8, base, &bias, 1, "");

	return LLVMBuildBitCast(b, p, LLVMPointerType(m->i64, 0), "");
}

/* The same for the GS form: a constant i64 addrspace(256)*. */
static LLVMValueRef gs_word(const struct module *m, const struct function *f, uint32_t index)
{
	return LLVMConstAddrSpaceCast(target_counter(m, f->counters, index),
				      LLVMPointerType(m->i64, GS_SPACE));
}

static LLVMValueRef load_word(const struct module *m, LLVMBuilderRef b, LLVMValueRef p)
{
	LLVMValueRef v = LLVMBuildLoad2(b, m->i64, p, "");

	LLVMSetOrdering(v, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(v, 8);
	return target_nosanitize(m, v);
}

static void increment_ir(const struct module *m, LLVMBuilderRef b, LLVMValueRef p)
{
	LLVMValueRef v = LLVMBuildAdd(b, load_word(m, b, p), LLVMConstInt(m->i64, 1, 0), "");

	v = LLVMBuildStore(b, v, p);
	LLVMSetOrdering(v, LLVMAtomicOrderingMonotonic);
	LLVMSetAlignment(v, 8);
	target_nosanitize(m, v);
}

/* Memory operands need to say what they point at. */
static void element_types(const struct module *m, LLVMValueRef call, unsigned n)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
	LLVMAttributeRef type = LLVMCreateTypeAttribute(m->context, kind, m->i64);

	for (unsigned i = 1; i <= n; i++)
		LLVMAddCallSiteAttribute(call, i, type);
}

static void increment_asm(const struct module *m, LLVMBuilderRef b, const char *text,
			  LLVMValueRef p)
{
	LLVMValueRef arguments[] = { p, p };

	element_types(m,
		      target_asm(m, b, text, "=*m,*m,~{flags}", arguments, 2), 2);
}

#define NAMED(word) "leaq " word "(%rip), %r11\n\tincq (%r11,$1)"

/* One that names its counter. */
static void increment_named(const struct module *m, const struct function *f, LLVMBuilderRef b,
			    uint32_t index)
{
	LLVMValueRef arguments[] = { target_counter(m, f->counters, index), tls_field(m, b, 0) };

	target_asm(m, b, target_has_own_word(m, index) ? TARGET_OWN_WORD("${0:c}") NAMED("7b")
						       : NAMED("${0:c}"),
		   "i,r,~{r11},~{memory},~{flags}", arguments, 2);
}

static void increment_own(const struct module *m, const struct function *f, LLVMBuilderRef b,
			  uint32_t index)
{
	LLVMValueRef word = target_counter(m, f->counters, index);

	target_asm(m, b, TARGET_OWN_WORD("${0:c}") "incq %gs:7b(%rip)", "i,~{memory},~{flags}",
		   &word, 1);
}

static void count(const struct module *m, const struct function *f, LLVMBuilderRef b,
		  uint32_t index)
{
	LLVMValueRef p;

	if (m->tls_form && m->options->blocks) {
		increment_named(m, f, b, index);
	} else if (target_has_own_word(m, index)) {
		increment_own(m, f, b, index);
	} else if (m->tls_form) {
		p = tls_word(m, f, b, tls_field(m, b, 0), index);
		if (needs_asm(m, f))
			increment_asm(m, b, "incq $0", p);
		else
			increment_ir(m, b, p);
	} else if (needs_asm(m, f)) {
		increment_asm(m, b, "incq %gs:$0", target_counter(m, f->counters, index));
	} else {
		increment_ir(m, b, gs_word(m, f, index));
	}
}

/*
 * One piece of assembly: llvm-c cannot split a block.  The target has to be in
 * rax; a hit is a load, a compare and an incq, a miss leaves by a jump, so that
 * neither the red zone nor the stack's alignment matter.  In the GS form
 * __gprof_indirect_gs reads the address of the cell from the incq before 2f.
 */
#define CELL_TEST(cell) "cmpq %rax, " cell "\n\tje 1f\n\t"
#define INDIRECT_GS                                                                                \
	CELL_TEST("%gs:${0:c}(%rip)")                                                              \
	"leaq 2f(%rip), %r11\n\t"                                                                 \
	"jmp ${3:P}\n"                                                                             \
	"1:\tincq %gs:${1:c}(%rip)\n2:"
#define INDIRECT_TLS                                                                               \
	CELL_TEST("$0")                                                                            \
	"leaq $0, %r10\n\t"                                                                       \
	"leaq 2f(%rip), %r11\n\t"                                                                 \
	"jmp ${3:P}\n"                                                                             \
	"1:\tincq $1\n2:"
#define INDIRECT_NAMED                                                                             \
	"leaq ${0:c}(%rip), %r10\n\t"                                                             \
	"addq $1, %r10\n\t" CELL_TEST("(%r10)")                                                   \
	"leaq 2f(%rip), %r11\n\t"                                                                 \
	"jmp ${3:P}\n"                                                                             \
	"1:\tincq 8(%r10)\n2:"
/* Each register named costs the compiler a search among all of its names. */
#define CLOBBERS_ENTER_GS ",~{r11},~{memory},~{flags}"
#define CLOBBERS ",~{r10},~{r11},~{memory},~{flags}"

static void count_indirect(const struct module *m, const struct function *f, LLVMBuilderRef b,
			   uint32_t index, LLVMValueRef callee)
{
	LLVMValueRef cell = target_counter(m, f->counters, index);
	LLVMValueRef hits = target_counter(m, f->counters, index + 1);
	LLVMValueRef target = LLVMBuildPtrToInt(b, callee, m->i64, "");
	LLVMValueRef gs[] = { cell, hits, target, m->indirect_gs };
	LLVMValueRef tls[] = { cell, NULL, target, m->indirect };
	LLVMValueRef bias;

	if (!m->tls_form) {
		target_asm(m, b, INDIRECT_GS, "i,i,{rax},i" CLOBBERS, gs, 4);
		return;
	}
	bias = tls_field(m, b, 0);
	if (m->options->blocks) {
		tls[1] = bias;
		target_asm(m, b, INDIRECT_NAMED, "i,r,{rax},i" CLOBBERS, tls, 4);
		return;
	}
	tls[0] = tls_word(m, f, b, bias, index);
	tls[1] = tls_word(m, f, b, bias, index + 1);
	element_types(m, target_asm(m, b, INDIRECT_TLS, "*m,*m,{rax},i" CLOBBERS, tls, 4), 2);
}

/*
 * The prologue: a compare, a branch taken only where the thread is new, the count.
 * $0 is __gprof_thread.view, whose low byte is never 0 once set.  The code for a new
 * thread is in subsection 1, at the end of the section: it goes wherever the function's
 * section goes, and a branch not taken costs next to nothing.  No
 * unwind table covers it; gprt_frame_cold() of the runtime knows it by its bytes.
 *
 * GS form: 23 bytes and 12 cold ones.  __gprof_enter_gs reads the address of the
 * counter from the count at 1b, which is therefore always written RIP-relative.  The
 * TLS form counts after it, because entering changes the bias.  A callback also enters
 * while its entry count ($1, in the thread's block) is 0, with its return address
 * in rax.
 */
#define TEST(segment) "cmpb $$0, " segment "$0\n\t"
#define RETURN_TO_1 "leaq 1b(%rip), %r11\n\t"
#define COLD(code) ".subsection 1\n2:\t" code "\n\t.previous"
#define PROLOGUE_GS(fs)                                                                            \
	TARGET_KEEP("${3:c}") TEST(fs) "je 2f\n1:\tincq %gs:${1:c}(%rip)\n\t"                     \
	COLD(RETURN_TO_1 "jmp ${2:P}")
#define ENTER "leaq ${2:c}(%rip), %r10\n\t" RETURN_TO_1 "jmp ${3:P}"
#define PROLOGUE_TLS(fs)                                                                           \
	TARGET_KEEP("${4:c}") TEST(fs) "je 2f\n1:\t" COLD("xorl %eax, %eax\n\t" ENTER)
#define CALLBACK(fs, segment)                                                                      \
	TARGET_KEEP("${5:c}") TEST(fs) "je 2f\n\t"                                                 \
	"cmpq $$0, " segment "$1\n\tje 2f\n1:\t" COLD(ENTER)
#define AS_TLS(m, text) ((m)->tls ? text("") : text("%fs:"))
#define CALLBACK_GS(fs) CALLBACK(fs, "%gs:")
#define CALLBACK_TLS(fs) CALLBACK(fs, "")

static void prologue_callback(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	LLVMValueRef view = tls_pointer(m, b, 1), entry = target_counter(m, f->counters, 0);
	LLVMValueRef arguments[] = { view, entry, entry, m->enter, NULL, f->kept };
	const char *text = m->tls_form ? AS_TLS(m, CALLBACK_TLS) : AS_TLS(m, CALLBACK_GS);

	if (m->tls_form)
		arguments[1] = tls_word(m, f, b, tls_field(m, b, 0), 0);
	arguments[4] = target_return_address(m, b);
	element_types(m, target_asm(m, b, text, "*m,*m,i,i,{rax},i" CLOBBERS, arguments, 6), 2);
	count(m, f, b, 0);
}

static void prologue_plain(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	LLVMValueRef view = tls_pointer(m, b, 1), entry = target_counter(m, f->counters, 0);
	LLVMValueRef gs[] = { view, entry, m->enter_gs, f->kept };
	LLVMValueRef tls[] = { view, entry, entry, m->enter, f->kept };
	LLVMValueRef code;

	if (m->tls_form)
		code = target_asm(m, b, AS_TLS(m, PROLOGUE_TLS), "*m,i,i,i,i,~{rax}" CLOBBERS,
				  tls, 5);
	else
		code = target_asm(m, b, AS_TLS(m, PROLOGUE_GS), "*m,i,i,i" CLOBBERS_ENTER_GS, gs,
				  4);
	element_types(m, code, 1);
	if (m->tls_form)
		count(m, f, b, 0);
}

static void prologue(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	if (f->callback)
		prologue_callback(m, f, b);
	else
		prologue_plain(m, f, b);
}

static void fentry(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	(void)b;
	ir_add_string_attribute(m, f->f, "fentry-call", "true");
}

/* Words that a parameter takes in general registers, at most; the parts of a structure are
   parameters of their own. */
static unsigned words_of(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (kind == LLVMIntegerTypeKind)
		return (LLVMGetIntTypeWidth(type) + 63) / 64;
	return kind == LLVMPointerTypeKind;
}

/* __fentry__ uses r11, in which preserve_none has the eleventh word of arguments. */
static bool fentry_harms(LLVMValueRef f)
{
	unsigned words = 0;

	if (LLVMGetFunctionCallConv(f) != PRESERVE_NONE)
		return false;
	for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p))
		words += words_of(LLVMTypeOf(p));
	return words >= R11_WORDS;
}

/*
 * Where the thread pointer is 0, new memory for it that has __gprof_thread in
 * its place below and the pointer to itself that code may read.  libc sets the true
 * one later.  Only glibc has ifuncs, and only what may be static has the function
 * asked for: other programs are not to make system calls here.
 */
#define RESOLVER                                                                                   \
	".weak _dl_relocate_static_pie\n\t"                                                        \
	".hidden _dl_relocate_static_pie\n\t"                                                      \
	"movq _dl_relocate_static_pie@GOTPCREL(%rip), %rax\n\t"                                   \
	"testq %rax, %rax\n\t"                                                                    \
	"je 2f\n\t"                                                                               \
	"leaq -136(%rsp), %rsp\n\t" /* the red zone, a word */                                    \
	SYSTEM_CALL("$$158", "$$0x1003", "%rsp") /* arch_prctl(ARCH_GET_FS) */                     \
	"orq (%rsp), %rax\n\t"                                                                    \
	"jne 1f\n\t"                                                                              \
	"movq __gprof_thread@GOTTPOFF(%rip), %rsi\n\t"                                           \
	"negq %rsi\n\t"                                                                           \
	"addq $$8191, %rsi\n\t"                                                                   \
	"andq $$-4096, %rsi\n\t"                                                                  \
	"movl $$3, %edx\n\t"                                                                      \
	"movl $$0x22, %r10d\n\t"                                                                  \
	"orq $$-1, %r8\n\t"                                                                       \
	"xorl %r9d, %r9d\n\t"                                                                     \
	SYSTEM_CALL("$$9", "$$0", "%rsi") /* mmap */                                               \
	"cmpq $$-4096, %rax\n\t"                                                                  \
	"ja 1f\n\t"                                                                               \
	"leaq -4096(%rax, %rsi), %rax\n\t"                                                        \
	"movq %rax, (%rax)\n\t"                                                                   \
	SYSTEM_CALL("$$158", "$$0x1002", "%rax") /* arch_prctl(ARCH_SET_FS) */                     \
	"1:\tleaq 136(%rsp), %rsp\n2:"
#define SYSTEM_CALL(number, first, second)                                                         \
	"movq " second ", %rsi\n\t"                                                               \
	"movl " first ", %edi\n\t"                                                                \
	"movl " number ", %eax\n\t"                                                               \
	"syscall\n\t"

static void resolver(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	(void)f;
	target_asm(m, b, RESOLVER, "~{rax},~{rcx},~{rdx},~{rsi},~{rdi},~{r8},~{r9}" CLOBBERS, NULL,
		   0);
}

extern const char gprof_bc_x86_64_rt_start[], gprof_bc_x86_64_rt_end[];
extern const char gprof_bc_x86_64_rt_asm_start[];
extern const char gprof_bc_x86_64_unit_call_start[], gprof_bc_x86_64_unit_call_end[];

const struct target target_x86_64 = {
	.fits = fits,
	.count = count,
	.count_indirect = count_indirect,
	.prologue = prologue,
	.fentry = fentry,
	.fentry_harms = fentry_harms,
	.resolver = resolver,
	.named_functions = LLVM_VERSION_MAJOR < 15,
	.enter_gs = "__gprof_enter_gs",
	.indirect_gs = "__gprof_indirect_gs",
	.rt = { gprof_bc_x86_64_rt_start, gprof_bc_x86_64_rt_end },
	.rt_asm = gprof_bc_x86_64_rt_asm_start,
	.unit_parts = unit_x86_64,
	.unit_call = { gprof_bc_x86_64_unit_call_start, gprof_bc_x86_64_unit_call_end },
};
