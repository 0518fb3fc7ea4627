// A line may be broken before a bracket that no other one is open for.
#include "output.c"

int main(void) {
    static parser_state_ty state;
    static short indents[4];
    static char code[16];
    static char bracket[] = "(";
    state.paren_indents = indents + 0;
    state.procname = "";
    parser_state_tos = &state;
    s_code = e_code = code + 1;
    token = bracket;
    settings.lineup_to_parens = 1;
    set_buf_break(bb_none, 0);
    return 0;
}
