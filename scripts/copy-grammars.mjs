// Copies the grammars that read source code out of their packages to where the server looks for them, with their licences.
// A fresh clone does it before it starts; plain Node without any dependency.
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Packages and the grammars that are taken from each. */
const GRAMMARS = {
  "tree-sitter-c": ["c"],
  "tree-sitter-c-sharp": ["c_sharp"],
  "tree-sitter-cpp": ["cpp"],
  "tree-sitter-go": ["go"],
  "tree-sitter-java": ["java"],
  "tree-sitter-javascript": ["javascript"],
  "tree-sitter-php": ["php"],
  "tree-sitter-python": ["python"],
  "tree-sitter-ruby": ["ruby"],
  "tree-sitter-rust": ["rust"],
  "tree-sitter-typescript": ["typescript", "tsx"],
}

/** Copies what has changed: sizes differ, or nothing is there yet. */
export function copyGrammars() {
  // The bundle of the server looks in its own package, the parsers on their own in theirs.
  for (const name of ["parsers", "server"]) copyTo(join(root, "packages", name, "dist", "grammars"))
}

function copyTo(target) {
  mkdirSync(target, { recursive: true })
  for (const [name, grammars] of Object.entries(GRAMMARS)) {
    const source = join(root, "node_modules", name)
    for (const grammar of grammars) copyChanged(source, `tree-sitter-${grammar}.wasm`, target)
    copyChanged(source, "LICENSE", target, `${name}.LICENSE`)
  }
}

function copyChanged(folder, name, target, newName = name) {
  const from = join(folder, name)
  const to = join(target, newName)
  const isSame =
    existsSync(to) && statSync(to).size === statSync(from).size && readFileSync(to).equals(readFileSync(from))
  if (!isSame) copyFileSync(from, to)
}

/** Tests that are run without a build find the grammars too. */
export { copyGrammars as setup }

if (process.argv[1] === fileURLToPath(import.meta.url)) copyGrammars()
