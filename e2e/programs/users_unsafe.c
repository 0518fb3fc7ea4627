// UNSAFE
// INPUTS: none
// A user may be unknown.
#include <pwd.h>

void reach_error(void);

int main(void) {
    const struct passwd *user = getpwnam("somebody of whom nobody knows");
    if (!user || !user->pw_dir)
        reach_error();
    return 0;
}
