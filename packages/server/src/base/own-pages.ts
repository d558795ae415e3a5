/** Path of Lectern's own documentation on the server, and the beginning of the addresses of its pages in the bundled index. */
export const OWN_PAGES_PATH = "/docs/"
