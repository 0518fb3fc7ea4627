// SAFE
// A sum over mathematical integers, equal to a product at every round.
procedure main()
{
    var i, n, sum, step : int;
    assume n >= 0;
    i := 0;
    sum := 0;
    while (i < n)
    {
        i := i + 1;
        sum := sum + 3;
    }
    assert sum == 3 * n;
}
