// Copies the tree-sitter grammars and their licences from their packages to where the parsers load them.
// Part of every start; plain Node without any dependency.
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Grammars by package. */
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

/** Copies missing and changed files. */
export function copyGrammars() {
  // The bundled program loads them from the package of the server, the parsers alone from theirs.
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

/** Called by vitest, so that tests find the grammars without a build. */
export { copyGrammars as setup }

if (process.argv[1] === fileURLToPath(import.meta.url)) copyGrammars()
