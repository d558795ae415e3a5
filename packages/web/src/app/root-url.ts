/** Address of the root of the server, with a slash at the end: scripts are always one folder below it. */
export const ROOT_URL = new URL("..", import.meta.url).href

/** Path of the root, without a slash at the end: empty, or the prefix that a reverse proxy adds. */
export const BASE_PATH = new URL(ROOT_URL).pathname.replace(/\/$/, "")
