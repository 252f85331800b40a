struct A {};
struct B {};
int main(int n, char **)
{
    try
    {
        if (n > 5)
            throw B();
        throw A();
    }
    catch (A &)
    {
        n = 1;
    }
    catch (B &)
    {
        n = 2;
    }
    return n - 1;
}
