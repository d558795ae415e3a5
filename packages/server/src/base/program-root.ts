import { packageRootOf } from "@lectern/parsers/package-root"

/** URL of the directory that the program is installed in (the one with its `package.json`), with a trailing slash. */
export const PROGRAM_ROOT: URL = packageRootOf(import.meta.url)
