import { packageRootOf } from "@lectern/parsers/package-root"

/** Address of the folder that the program is installed in, the one with its `package.json`; ends with `/`. */
export const PROGRAM_ROOT: URL = packageRootOf(import.meta.url)
