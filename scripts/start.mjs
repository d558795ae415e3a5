// npm start: prepares a fresh clone and serves. Arguments after `--` and the environment are passed to `lectern serve`.
import { join } from "node:path"
import { prepareToRun, root } from "./prepare.mjs"
import { runNode } from "./run-node.mjs"

await prepareToRun()
runNode([join(root, "packages", "server", "bin", "lectern.mjs"), "serve", ...process.argv.slice(2)])
