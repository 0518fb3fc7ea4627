int number(int n, ...) { return __builtin_va_arg(n, int); /* ERROR "the first argument of va_arg has type int, not va_list" */ }
struct s { int x; } s;
int record(int n, ...) { return __builtin_va_arg(s, int); /* ERROR "has type struct s, not va_list" */ }
