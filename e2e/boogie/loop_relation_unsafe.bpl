// UNSAFE
// A sum over mathematical integers, which starts one too high.
procedure main()
{
    var i, n, sum, step : int;
    assume n >= 0;
    i := 0;
    sum := 1;
    while (i < n)
    {
        i := i + 1;
        sum := sum + 3;
    }
    assert sum == 3 * n;
}
