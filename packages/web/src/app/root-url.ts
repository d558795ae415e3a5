/** URL of the root of the server, with a trailing slash: scripts are always one directory below it. */
export const ROOT_URL = new URL("..", import.meta.url).href

/** Path of the root, without a trailing slash: empty, or the prefix that a reverse proxy adds. */
export const BASE_PATH = new URL(ROOT_URL).pathname.replace(/\/$/, "")
