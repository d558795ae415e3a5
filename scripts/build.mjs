// Builds what has changed of the program, from installed packages.
import { build } from "./prepare.mjs"

await build()
