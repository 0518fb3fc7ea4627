// SAFE
// Two calls of ether_ntoa return one object, unless one of them returns none.
struct ether_addr {
    unsigned char octet[6];
};
extern char *ether_ntoa(const struct ether_addr *address);
extern void reach_error(void);

int main(void)
{
    struct ether_addr from = {{1, 2, 3, 4, 5, 6}}, to = {{6, 5, 4, 3, 2, 1}};
    char *first = ether_ntoa(&from);
    char *second = ether_ntoa(&to);

    if (first != 0 && second != 0 && first != second)
        reach_error();
    return 0;
}
