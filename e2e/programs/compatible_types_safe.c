// SAFE
// An enumerated type is compatible with the type that represents it, and with no other enumerated type.
extern void reach_error(void);

enum color { RED };
enum fruit { APPLE };

int main(void)
{
    enum color c = RED;
    if (!__builtin_types_compatible_p(enum color, unsigned))
        reach_error();
    if (__builtin_types_compatible_p(enum color, enum fruit))
        reach_error();
    if (__builtin_types_compatible_p(int (), int (char)))
        reach_error();
    if (!__builtin_types_compatible_p(int (), int (int, enum color, double)))
        reach_error();
    _Generic(&c, enum fruit *: reach_error(), enum color *: (void) 0);
    return 0;
}
