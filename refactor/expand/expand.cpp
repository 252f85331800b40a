// Nothing yet but its place.
