import { splitAtFences } from "./split-at-fences.ts"

/** A declaration with a keyword, or an assignment at the start of a line, after the prompt of a console. Captures the name. */
const DECLARATION =
  /^(?:>>> |\.\.\. )?[ \t]*(?:export )?(?:(?:const|let|var|val|def|class|function|func|fn|type|interface|struct|enum) ([A-Za-z_]\w+)|([A-Za-z_]\w+) ?:?=(?![=>]))/gm
const WORD = /[A-Za-z_]\w+/g

/** Minimum share of words that two blocks of code have in common if they show the same with a difference. */
const MIN_COMMON_WORDS = 0.5

/** Returns the blocks of code of a text, without their fences. */
export function codeBlocksOf(text: string): readonly string[] {
  return splitAtFences(text).flatMap((part) => (part.isCode ? [part.text] : []))
}

function codeOf(text: string): string {
  return codeBlocksOf(text).join("\n")
}

function declaredIn(code: string): ReadonlySet<string> {
  return new Set([...code.matchAll(DECLARATION)].map((match) => match[1] ?? match[2] ?? ""))
}

/**
 * Returns the names that the code of a text uses and does not declare. Keywords and names of libraries are among them: they are only
 * compared with what other code declares.
 */
export function namesUsedIn(text: string): ReadonlySet<string> {
  const code = codeOf(text)
  const declared = declaredIn(code)
  return new Set([...code.matchAll(WORD)].map(([name]) => name).filter((name) => !declared.has(name)))
}

/** Returns true if the code of a text declares one of these names, with two letters or more. */
export function declaresAnyOf(text: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false
  for (const name of declaredIn(codeOf(text))) if (names.has(name)) return true
  return false
}

/** Returns true if the last block of code of a text and the first one of the next text have at least half of their words in common. */
export function areSimilarCode(text: string, next: string): boolean {
  const words = new Set(codeBlocksOf(text).at(-1)?.match(WORD))
  const others = new Set(codeBlocksOf(next)[0]?.match(WORD))
  const common = [...words].filter((word) => others.has(word)).length
  return common > 0 && common >= MIN_COMMON_WORDS * (words.size + others.size - common)
}

/** The first paragraph of a text. */
const FIRST_PARAGRAPH = /^(?:[^\n]+\n?){1,20}/
/** A name in inline code, after signs such as `:` or `$`. Captures the name. */
const INLINE_NAME = /(?<!`)`[^\w`\n]{0,3}([A-Za-z_][\w-]+)[^`\n]{0,80}`(?!`)/g

/** Returns true if the first paragraph of a text explains the code that the text before it ends with: it mentions names from it. */
export function explainsCode(text: string, before: string): boolean {
  const parts = splitAtFences(before)
  const code = parts.at(-1)?.text.trim() === "" ? parts.at(-2)?.text : undefined
  if (code === undefined) return false
  const names = [...(FIRST_PARAGRAPH.exec(text)?.[0] ?? "").matchAll(INLINE_NAME)].map(([, name = ""]) => name)
  const words = new Set(code.match(/[A-Za-z_][\w-]+/g))
  return names.some((name) => words.has(name))
}
