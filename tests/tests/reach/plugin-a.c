#include "api.h"
static const struct api *host;
static int mine(int x) { host->emit("mine"); return host->service(x); }
int plugin_start(const struct api *api) { host = api; host_register(mine); return api->reject(1); }
