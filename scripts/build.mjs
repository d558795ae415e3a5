// Builds the parts of the program that have changed, using the installed packages.
import { build } from "./prepare.mjs"

await build()
