// Runs before npm packs a package that is published: puts the licence beside its package.json, where npm includes it.
import { copyFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

copyFileSync(join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "LICENSE"), join(process.cwd(), "LICENSE"))
