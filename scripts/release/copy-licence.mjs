// Runs before npm packs a published package: copies the licence next to its package.json, where npm includes it.
import { copyFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

copyFileSync(join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "LICENSE"), join(process.cwd(), "LICENSE"))
