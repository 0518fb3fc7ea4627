// An interpolated spline of two or three points, each of which has its control points.
#include "genge.c"

int nondet_int(void);

int main(void) {
    static F_spline spline;
    static F_point points[3];
    static F_control controls[3];
    int last = nondet_int() ? 2 : 1;
    for (int i = 0; i < last; i++) {
        points[i].next = &points[i + 1];
        controls[i].next = &controls[i + 1];
    }
    spline.points = points;
    spline.controls = controls;
    tfp = stdout;
    genge_itp_spline(&spline);
    return 0;
}
