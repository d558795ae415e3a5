/** Path of Lectern's own documentation on the server; the URLs of its pages in the bundled index start with it. */
export const OWN_PAGES_PATH = "/docs/"
