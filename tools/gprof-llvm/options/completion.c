/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * completion.c - see completion.h.
 *
 * A shell is a row: how its script begins and ends, and what it has for a command and for an
 * option.  bash wants options and values apart, so it has two passes.
 *
 * What an option may have is asked of its parser, with an empty value: args_word() then keeps the
 * words.  Parsers of other values complain, which argp does not print here.
 */
#include "options/completion.h"
#include "options/args.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum value { VALUE_NONE, VALUE_ANY, VALUE_WORDS, VALUE_FILE, VALUE_DIR };

struct described {
	const char *command;
	const struct argp_option *option; /* a name of its own, the rest of its first name */
	const char *name;                 /* without dashes; NULL: a letter alone */
	enum value value;
	bool optional;                    /* the value */
	struct args_words words;          /* VALUE_WORDS */
};

struct shell {
	const char *name;
	int passes;
	const char *begin[2], *end[2]; /* of passes */
	bool all;                      /* the names of all commands stand first */
	void (*command)(const struct argp *argp, const char *name, int pass);
	void (*option)(const struct described *d, int pass);
	void (*command_end)(int pass);
};

const struct shell *completion_wanted;
static const char *described_command;
static int described_pass;

static bool is_letter(int key)
{
	return key > ' ' && key < 127;
}

/* The first part of a text, without what quotes and lists of shells take for theirs. */
static void print_brief(const char *text)
{
	for (size_t i = 0; text && text[i] && i < 70 && !strchr(";:(.\v", text[i]); i++)
		if (text[i] == '\'')
			fputs("\u2019", stdout);
		else if (text[i] == '[' || text[i] == ']' || text[i] == '\\')
			putchar(' ');
		else
			putchar(text[i]);
}

static void print_words(const struct args_words *w, const char *separator)
{
	for (int i = 0; i < w->n; i++)
		gprint("%s%s", i ? separator : "", w->words[i]);
}

/* ------------------------------------------------------------------ bash */

static const char bash_begin[] =
	"# bash completion of gprof-llvm; `gprof-llvm --completion=bash' has printed it.\n"
	"_gprof_llvm_options()\n{\n\tcase $1 in\n";

static const char bash_middle[] =
	"\tesac\n}\n\n"
	"# The words of a value, or FILE, DIR or ANY; nothing: the option has no value.\n"
	"_gprof_llvm_values()\n{\n\tcase \"$1 $2\" in\n";

static const char bash_end[] =
	"\tesac\n}\n\n"
	"_gprof_llvm_value()\n"
	"{\n"
	"\tcase $1 in\n"
	"\tANY) ;;\n"
	"\tFILE | DIR)\n"
	"\t\tcompopt -o filenames 2>/dev/null\n"
	"\t\tlocal action=-f\n"
	"\t\t[ \"$1\" = DIR ] && action=-d\n"
	"\t\tmapfile -t COMPREPLY < <(compgen $action -- \"$2\") ;;\n"
	"\t*) mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$2\") ;;\n"
	"\tesac\n"
	"}\n\n"
	"_gprof_llvm()\n"
	"{\n"
	"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
	"\tlocal command=${COMP_WORDS[1]} option= values=\n"
	"\tCOMPREPLY=()\n"
	"\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -W \"$(_gprof_llvm_options '')\" -- \"$cur\")\n"
	"\t\treturn\n"
	"\tfi\n"
	"\t# = is a word of its own unless COMP_WORDBREAKS says otherwise.\n"
	"\tif [ \"$cur\" = = ]; then\n"
	"\t\toption=$prev cur=\n"
	"\telif [ \"$prev\" = = ]; then\n"
	"\t\toption=${COMP_WORDS[COMP_CWORD - 2]}\n"
	"\telif [[ $cur == --*=* ]]; then\n"
	"\t\toption=${cur%%=*}\n"
	"\t\tvalues=$(_gprof_llvm_values \"$command\" \"$option\")\n"
	"\t\t_gprof_llvm_value \"${values:-ANY}\" \"${cur#*=}\"\n"
	"\t\tCOMPREPLY=(\"${COMPREPLY[@]/#/$option=}\")\n"
	"\t\treturn\n"
	"\telif [[ $prev == -? ]]; then\n"
	"\t\toption=$prev\n"
	"\tfi\n"
	"\t[ -n \"$option\" ] && values=$(_gprof_llvm_values \"$command\" \"$option\")\n"
	"\tif [ -n \"$values\" ]; then\n"
	"\t\t_gprof_llvm_value \"$values\" \"$cur\"\n"
	"\telif [[ $cur == -* ]]; then\n"
	"\t\tvalues=$(_gprof_llvm_options \"$command\")\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\")\n"
	"\t\t[[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] &&\n"
	"\t\t\tcompopt -o nospace 2>/dev/null\n"
	"\telse\n"
	"\t\t_gprof_llvm_value FILE \"$cur\"\n"
	"\tfi\n"
	"}\n\n"
	"complete -F _gprof_llvm gprof-llvm\n";

static void bash_command(const struct argp *argp, const char *name, int pass)
{
	(void)argp;
	if (!pass)
		gprint("\t%s) echo '--help --usage --version", name);
}

static void bash_command_end(int pass)
{
	if (!pass)
		gprint("' ;;\n");
}

static void bash_value(const struct described *d)
{
	static const char *const kinds[] = { [VALUE_ANY] = "ANY", [VALUE_FILE] = "FILE",
					     [VALUE_DIR] = "DIR" };

	gprint(") echo '");
	if (d->value == VALUE_WORDS)
		print_words(&d->words, " ");
	else
		gprint("%s", kinds[d->value]);
	gprint("' ;;\n");
}

static void bash_option(const struct described *d, int pass)
{
	if (!pass) {
		if (d->name)
			gprint(" --%s%s", d->name, d->value && !d->optional ? "=" : "");
		return;
	}
	if (!d->value)
		return;
	gprint("\t");
	if (d->name)
		gprint("'%s --%s'", d->command, d->name);
	if (is_letter(d->option->key) && !d->optional)
		gprint("%s'%s -%c'", d->name ? " | " : "", d->command, d->option->key);
	bash_value(d);
}

/* ------------------------------------------------------------------ zsh */

static const char zsh_begin[] =
	"#compdef gprof-llvm\n"
	"# zsh completion of gprof-llvm; `gprof-llvm --completion=zsh' has printed it.\n"
	"_gprof-llvm()\n{\n\tlocal -a commands\n\tlocal command=$words[2]\n\tcommands=(\n";

static const char zsh_middle[] =
	"\t)\n"
	"\tif (( CURRENT == 2 )); then\n"
	"\t\t_describe command commands\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tshift words\n"
	"\t(( CURRENT-- ))\n"
	"\tcase $command in\n";

static const char zsh_end[] = "\t*) _files ;;\n\tesac\n}\n\n_gprof-llvm \"$@\"\n";

static void zsh_command(const struct argp *argp, const char *name, int pass)
{
	if (pass) {
		gprint("\t%s)\n\t\t_arguments -s '--help[give help]' '*:file:_files'", name);
		return;
	}
	gprint("\t\t'%s:", name);
	print_brief(argp->doc);
	gprint("'\n");
}

static void zsh_command_end(int pass)
{
	if (pass)
		gprint(" ;;\n");
}

static void zsh_value(const struct described *d)
{
	gprint(":%s:", d->option->arg);
	if (d->value == VALUE_WORDS) {
		gprint("(");
		print_words(&d->words, " ");
		gprint(")");
	} else {
		gprint("%s", d->value == VALUE_FILE ? "_files"
			     : d->value == VALUE_DIR ? "_files -/" : " ");
	}
}

static void zsh_option(const struct described *d, int pass)
{
	if (!pass)
		return;
	for (int letter = 0; letter < 2; letter++) {
		if (letter ? !is_letter(d->option->key) : !d->name)
			continue;
		gprint(" \\\n\t\t\t'");
		if (letter)
			gprint("-%c%s", d->option->key, d->value ? "+" : "");
		else
			gprint("--%s%s", d->name, !d->value ? "" : d->optional ? "=-" : "=");
		gprint("[");
		print_brief(d->option->doc);
		gprint("]");
		if (d->optional)
			gprint(":");
		if (d->value)
			zsh_value(d);
		gprint("'");
	}
}

/* ------------------------------------------------------------------ fish */

static const char fish_begin[] =
	"# fish completion of gprof-llvm; `gprof-llvm --completion=fish' has printed it.\n";

static void fish_command(const struct argp *argp, const char *name, int pass)
{
	(void)pass;
	gprint("complete -c gprof-llvm -n __fish_use_subcommand -f -a %s -d '", name);
	print_brief(argp->doc);
	gprint("'\n");
}

static void fish_command_end(int pass)
{
	(void)pass;
}

static void fish_option(const struct described *d, int pass)
{
	(void)pass;
	gprint("complete -c gprof-llvm -n '__fish_seen_subcommand_from %s'", d->command);
	if (d->name)
		gprint(" -l %s", d->name);
	if (is_letter(d->option->key))
		gprint(" -s %c", d->option->key);
	if (d->value && !d->optional)
		gprint("%s", d->value == VALUE_FILE ? " -r" : " -x");
	if (d->value == VALUE_DIR)
		gprint(" -a '(__fish_complete_directories)'");
	if (d->value == VALUE_WORDS) {
		gprint(" -a '");
		print_words(&d->words, " ");
		gprint("'");
	}
	gprint(" -d '");
	print_brief(d->option->doc);
	gprint("'\n");
}

/* ------------------------------------------------------------------ what commands have */

static const struct shell shells[] = {
	{ "bash", 2, { bash_begin, bash_middle }, { "", bash_end }, true, bash_command, bash_option,
	  bash_command_end },
	{ "zsh", 2, { zsh_begin, zsh_middle }, { "", zsh_end }, false, zsh_command, zsh_option,
	  zsh_command_end },
	{ "fish", 1, { fish_begin }, { "" }, false, fish_command, fish_option, fish_command_end },
};

const struct shell *completion_shell(const char *name, const char **names)
{
	*names = "bash, zsh or fish";
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (!strcmp(shells[i].name, name))
			return &shells[i];
	return NULL;
}

/* By its parser, or by what --help calls it. */
static enum value value_of(const struct argp *argp, struct argp_state *state,
			   const struct argp_option *o, struct args_words *words)
{
	static char empty[] = "";

	if (!o->arg)
		return VALUE_NONE;
	words->n = 0;
	args_listing = words;
	argp->parser(o->key, empty, state);
	args_listing = NULL;
	if (words->n)
		return VALUE_WORDS;
	if (!strcmp(o->arg, "FILE"))
		return VALUE_FILE;
	return !strcmp(o->arg, "DIR") ? VALUE_DIR : VALUE_ANY;
}

static void describe_options(const struct argp *argp, struct argp_state *state)
{
	struct described d = { .command = described_command };

	for (const struct argp_option *o = argp->options; o && (o->name || o->key); o++) {
		bool alias = o->flags & OPTION_ALIAS;

		if (o->flags & OPTION_HIDDEN)
			continue;
		if (!alias) {
			d.option = o;
			d.optional = o->flags & OPTION_ARG_OPTIONAL;
			d.value = value_of(argp, state, o, &d.words);
		}
		d.name = o->name;
		completion_wanted->option(&d, described_pass);
	}
}

static void describe_parser(const struct argp *argp, const struct argp_state *above, void *input)
{
	struct argp_state state = *above;
	void *inputs[32] = { NULL };

	state.input = input;
	state.child_inputs = inputs;
	if (argp->parser) {
		argp->parser(ARGP_KEY_INIT, NULL, &state);
		describe_options(argp, &state);
	}
	for (int i = 0; argp->children && argp->children[i].argp; i++)
		describe_parser(argp->children[i].argp, &state, inputs[i]);
}

void completion_describe(const struct argp *argp, void *input)
{
	static char name[] = "gprof-llvm", empty[] = "";
	char *argv[] = { name, name, empty, NULL };
	const struct argp_state state = { .root_argp = argp, .argc = 3, .argv = argv, .next = 3,
					  .flags = ARGP_NO_ERRS | ARGP_NO_EXIT, .name = name };

	completion_wanted->command(argp, described_command, described_pass);
	describe_parser(argp, &state, input);
	completion_wanted->command_end(described_pass);
	fflush(stdout);
	_exit(ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS);
}

void completion_of(const struct shell *s, int pass, const char *command)
{
	completion_wanted = s;
	described_command = command;
	described_pass = pass;
}

int completion_passes(const struct shell *s)
{
	return s->passes;
}

void completion_begin(const struct shell *s, int pass, const char *commands)
{
	fputs(s->begin[pass], stdout);
	if (s->all && !pass)
		gprint("\t'') echo '--help --usage --version%s' ;;\n", commands);
}

void completion_end(const struct shell *s, int pass)
{
	fputs(s->end[pass], stdout);
}
