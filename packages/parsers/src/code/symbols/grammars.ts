import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Language, Parser } from "web-tree-sitter"
import { BrokenInstallation } from "../../base/errors.ts"
import { packageRootOf } from "../../base/package-root.ts"

/** Folder that the build copies the grammars to. */
const FOLDER = new URL("dist/grammars/", packageRootOf(import.meta.url))

const parserByGrammar = new Map<string, Promise<Parser>>()
let ready: Promise<void> | undefined

/**
 * Returns the parser of a grammar, which is loaded on first use and freed when the thread stops.
 *
 * @param grammar name of its file, without `tree-sitter-` and `.wasm`.
 * @throws {BrokenInstallation} if the grammar is missing.
 */
export function parserOf(grammar: string): Promise<Parser> {
  const known = parserByGrammar.get(grammar)
  if (known !== undefined) return known
  const loading = loadParser(grammar)
  parserByGrammar.set(grammar, loading)
  return loading
}

async function loadParser(grammar: string): Promise<Parser> {
  const path = fileURLToPath(new URL(`tree-sitter-${grammar}.wasm`, FOLDER))
  if (!existsSync(path))
    throw new BrokenInstallation(`cannot load the grammar ${grammar}: the file is missing. Build Lectern again`)
  ready ??= Parser.init()
  await ready
  const parser = new Parser()
  parser.setLanguage(await Language.load(path))
  return parser
}
