// SAFE
// A user that is known has texts, whatever they are.
#include <pwd.h>

void reach_error(void);

int main(void) {
    const struct passwd *user = getpwnam("somebody");
    if (user && !user->pw_dir)
        reach_error();
    user = getpwuid(0);
    if (user && !user->pw_shell)
        reach_error();
    return 0;
}
