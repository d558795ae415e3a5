import type { LanguageParser } from "../syntax/language-parser.ts"
import { cParser } from "./languages/c-family.ts"
import { cSharpParser } from "./languages/c-sharp.ts"
import { goParser } from "./languages/go.ts"
import { javaParser } from "./languages/java.ts"
import { phpParser } from "./languages/php.ts"
import { pythonParser } from "./languages/python.ts"
import { rubyParser } from "./languages/ruby.ts"
import { rustParser } from "./languages/rust.ts"
import { scriptParser } from "./languages/script.ts"

/** A grammar and the parser of its trees. */
export interface SourceLanguage {
  /** File name of the grammar, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string
  readonly parser: LanguageParser
}

const typescript = { grammar: "typescript", parser: scriptParser("typescript") }
const javascript = { grammar: "javascript", parser: scriptParser("javascript") }
const python = { grammar: "python", parser: pythonParser }
const c = { grammar: "c", parser: cParser("c") }
const cpp = { grammar: "cpp", parser: cParser("cpp") }

const BY_ENDING: Readonly<Record<string, SourceLanguage>> = {
  ts: typescript,
  mts: typescript,
  cts: typescript,
  tsx: { grammar: "tsx", parser: scriptParser("tsx") },
  js: javascript,
  mjs: javascript,
  cjs: javascript,
  jsx: javascript,
  py: python,
  pyi: python,
  go: { grammar: "go", parser: goParser },
  rs: { grammar: "rust", parser: rustParser },
  java: { grammar: "java", parser: javaParser },
  cs: { grammar: "c_sharp", parser: cSharpParser },
  h: c,
  hh: cpp,
  hpp: cpp,
  hxx: cpp,
  php: { grammar: "php", parser: phpParser },
  rb: { grammar: "ruby", parser: rubyParser },
}

/** Keywords of C++ that C does not have, at the start of a line. */
const CPP = /^\s*(?:class\s+\w+|namespace\s+\w*|template\s*<|using\s+\w+|public:|private:|constexpr\s)|\bstd::/m

/** Finds the language of a file by its ending, and by its text for C++ headers that end in `.h`. */
export function sourceLanguageOf(path: string, text: string): SourceLanguage | undefined {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase()
  if (ending === "h") return CPP.test(text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "")) ? cpp : c
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
}
