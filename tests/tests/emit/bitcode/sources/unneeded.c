int nowhere(void);
int unneeded(void) { return nowhere(); }
