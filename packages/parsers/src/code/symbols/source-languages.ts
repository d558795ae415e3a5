import type { LanguageReader } from "./language-parser.ts"
import { cReader } from "./languages/c-family.ts"
import { cSharpReader } from "./languages/c-sharp.ts"
import { goReader } from "./languages/go.ts"
import { javaReader } from "./languages/java.ts"
import { phpReader } from "./languages/php.ts"
import { pythonReader } from "./languages/python.ts"
import { rubyReader } from "./languages/ruby.ts"
import { rustReader } from "./languages/rust.ts"
import { scriptReader } from "./languages/script.ts"

/** A grammar and what reads its trees. */
export interface SourceLanguage {
  /** Name of the file of the grammar, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string
  readonly reader: LanguageReader
}

const typescript = { grammar: "typescript", reader: scriptReader("typescript") }
const javascript = { grammar: "javascript", reader: scriptReader("javascript") }
const python = { grammar: "python", reader: pythonReader }
const c = { grammar: "c", reader: cReader("c") }
const cpp = { grammar: "cpp", reader: cReader("cpp") }

const BY_ENDING: Readonly<Record<string, SourceLanguage>> = {
  ts: typescript,
  mts: typescript,
  cts: typescript,
  tsx: { grammar: "tsx", reader: scriptReader("tsx") },
  js: javascript,
  mjs: javascript,
  cjs: javascript,
  jsx: javascript,
  py: python,
  pyi: python,
  go: { grammar: "go", reader: goReader },
  rs: { grammar: "rust", reader: rustReader },
  java: { grammar: "java", reader: javaReader },
  cs: { grammar: "c_sharp", reader: cSharpReader },
  h: c,
  hh: cpp,
  hpp: cpp,
  hxx: cpp,
  php: { grammar: "php", reader: phpReader },
  rb: { grammar: "ruby", reader: rubyReader },
}

/** Words of C++ that C does not have, where they begin a line. */
const CPP = /^\s*(?:class\s+\w+|namespace\s+\w*|template\s*<|using\s+\w+|public:|private:|constexpr\s)|\bstd::/m

/** Finds the language of a file by its ending; headers of C++ with the ending of C by their text. */
export function sourceLanguageOf(path: string, text: string): SourceLanguage | undefined {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase()
  if (ending === "h") return CPP.test(text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "")) ? cpp : c
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
}
