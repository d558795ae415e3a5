// npm test: prepares a fresh clone and runs all tests. Arguments after `--` are passed to vitest.
import { join } from "node:path"
import { bringSsh } from "./bring-ssh.mjs"
import { prepare, root } from "./prepare.mjs"
import { runNode } from "./run-node.mjs"

await prepare()
bringSsh()
runNode([join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...process.argv.slice(2)])
