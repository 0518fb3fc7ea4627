/* A date field of a network message, looked up in a table. */
static const char *const names[] = {
	"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
};

const char *month_name(unsigned char field)
{
	if (field > 12)
		return "?";
	return names[field];
}
