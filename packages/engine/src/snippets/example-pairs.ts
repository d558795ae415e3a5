import { withoutCuts } from "./cut-marks.ts"
import { splitAtFences } from "./split-at-fences.ts"

const FENCE = "```"
const MAX_LABEL_CHARACTERS = 80

/** Signs and words of a label such as `❌ DON'T`, `**Bad:**`, `Before` or `// wrong` in the first line of code. */
const BAD = labels("❌🚫👎⛔✗✘✖", "don['’]t|do not|bad|wrong|incorrect|avoid|before|old|not recommended")
const GOOD = labels("✅👍✔✓☑", "do|good|right|correct|prefer(?:red)?|after|new|better|recommended|instead")

function labels(signs: string, words: string): RegExp {
  // With a sign, any short line is a label; without one, only the words themselves, and what they are about.
  const marked = `[${signs}][^\\n]{0,80}`
  const named = `(?:${words})(?: (?:code|example|practice|usage|way|this))?:?`
  return new RegExp(
    `^[ \\t>]{0,8}(?:\\/\\/|#{1,2}|--|\\*\\*|<!--)?[ \\t]{0,3}(?:${marked}|${named})(?:\\*\\*:?| ?-->)?$`,
    "iu",
  )
}

/** A label is at most this far above its code. */
const LABEL_REACH = 240

/**
 * Returns true if a text ends with code that readers should not follow: below `❌ DON'T`, `Bad` or `Before`, or with such a comment in its
 * first line.
 */
export function endsWithBadExample(content: string): boolean {
  const text = withoutCuts(content)
  const fence = startOfLastCode(text)
  if (fence === -1) return false
  const firstLine = text.indexOf("\n", fence) + 1
  const around = text.slice(Math.max(0, fence - LABEL_REACH), text.indexOf("\n", firstLine))
  let isBad = false
  for (const line of around.split("\n")) {
    if (line.length > MAX_LABEL_CHARACTERS) continue
    if (BAD.test(line)) isBad = true
    else if (isBad && GOOD.test(line)) isBad = false
  }
  return isBad
}

/** The line above code that another way follows: `Instead of pass_environment:`. */
const REPLACED = /(?:^|\n)(?:Instead of|Rather than) [^\n]{1,100}:\n+$/

/** Returns true if a text ends with code that the text after it replaces. */
export function endsWithReplacedExample(content: string): boolean {
  const text = withoutCuts(content)
  const fence = startOfLastCode(text)
  return fence > 0 && REPLACED.test(text.slice(Math.max(0, fence - LABEL_REACH), fence))
}

/** Returns the position of the fence that opens the code at the end of a text; -1 if the text does not end with code. */
function startOfLastCode(text: string): number {
  if (!text.endsWith(`\n${FENCE}`)) return -1
  const breakBefore = text.lastIndexOf(`\n${FENCE}`, text.length - FENCE.length - 2)
  return breakBefore === -1 && !text.startsWith(FENCE) ? -1 : breakBefore + 1
}

/** Removes the code at the end of a text, if there is any. */
export function withoutLastCode(text: string): string {
  const fence = startOfLastCode(text)
  return fence === -1 ? text : text.slice(0, fence)
}

/** Returns true if the first example of a text is one that readers should follow: `✅ DO`, `Good`, `After`. */
export function beginsWithGoodExample(text: string): boolean {
  const label = text
    .split("\n")
    .find((line) => line.length <= MAX_LABEL_CHARACTERS && (GOOD.test(line) || BAD.test(line)))
  return label !== undefined && GOOD.test(label)
}

/** Returns true for a short label of an example, which belongs to what follows. */
export function isExampleLabel(paragraph: string): boolean {
  return paragraph.length <= MAX_LABEL_CHARACTERS && (BAD.test(paragraph) || GOOD.test(paragraph))
}

/** Only a short caption names one of several variants; a longer one describes a single example. */
const MAX_CAPTION_CHARACTERS = 24
/** The name of a file, which may be one of many that have nothing to do with each other. */
const FILE = /^\S*[\w-]\.\w{1,10}$|\//
/** A caption above code, with the language of the code. */
const CAPTIONED = /^([^\n]{1,24})\n`{3,}([\w+#-]{0,20})$/gm

/** Code under a caption that is not the name of a file. */
export interface CaptionedCode {
  readonly caption: string
  readonly language: string
}

/** Returns the code at the end of a text if it has a caption. */
export function captionedCodeAtEnd(content: string): CaptionedCode | undefined {
  const text = withoutCuts(content)
  const fence = startOfLastCode(text)
  if (fence < 2) return undefined
  const caption = text.slice(text.lastIndexOf("\n", fence - 2) + 1, fence - 1)
  const language = text.slice(fence + FENCE.length, text.indexOf("\n", fence))
  return isName(caption) ? { caption, language } : undefined
}

/** Returns true if a text contains code in a language under another caption: the same in another way, not in another language. */
export function hasCounterpart(content: string, { caption, language }: CaptionedCode): boolean {
  for (const [, other = "", otherLanguage] of content.matchAll(CAPTIONED)) {
    if (isName(other) && other !== caption && otherLanguage === language) return true
  }
  return false
}

function isName(line: string): boolean {
  return line !== "" && line.length <= MAX_CAPTION_CHARACTERS && !FILE.test(line) && !line.endsWith(FENCE)
}

/** Code below the label of a tab; it may have a caption. */
const LABELLED = /^\*\*[^\n*]{1,40}\*\*\n\n(?:[^\n]{1,80}\n)?`{3}([\w+#-]{0,20})\n/
const LABEL = /^\n?\*\*[^\n*]{1,40}\*\*\n(?:\n[^\n]{1,80})?$/
const LABEL_AT_END = /(?:^|\n)\*\*[^\n*]{1,40}\*\*\n\n(?:[^\n]{1,80}\n)?$/

/** Returns true if a text consists of code below labels of tabs. */
export function isOnlyTabs(content: string): boolean {
  if (!LABELLED.test(content)) return false
  return splitAtFences(content).every(({ isCode, text }) => isCode || text.trim() === "" || LABEL.test(text))
}

/** Returns true if a text begins with the code of the next tab, after code of another one in the same language. */
export function beginsWithNextTab(before: string, content: string): boolean {
  const language = content.startsWith("**") ? LABELLED.exec(content)?.[1] : undefined
  if (language === undefined) return false
  const text = withoutCuts(before)
  const fence = startOfLastCode(text)
  if (fence < 1 || !text.startsWith(`${FENCE}${language}\n`, fence)) return false
  return LABEL_AT_END.test(text.slice(Math.max(0, fence - LABEL_REACH), fence))
}

/** A sentence above the code that takes the place of other code: `Now becomes:`, `This can be shortened to:`. */
const REPLACEMENT =
  /^(?:(?:Now|It|This|That|Which|The above)(?: code| example)? )?(?:now )?(?:becomes?|turns into|(?:is|(?:can|could|should|must) be) (?:now |then |also )?(?:rewritten|written|replaced|simplified|shortened|changed|converted|migrated))\b[^\n]{0,80}:\n+(?:[^\n`]{1,80}\n)?`{3}/i

/** Returns true if a text begins with the code that takes the place of the code before it. */
export function beginsWithReplacement(content: string): boolean {
  return REPLACEMENT.test(withoutCuts(content))
}

/** A label of what code returns or prints, above a table or code. */
const RESULT =
  /^(?:\*\*(?:\w{1,20}: )?(?:(?:Expected|Example|Sample) )?(?:Results?|Output|Response)(?:\*\*:?|:\*\*)\n\n|(?:(?:Expected|Example|Sample) )?(?:Results?|Output|Response):?\n{1,2}`{3}|The (?:result|output|response) (?:is|will be|would be)\b[^\n`]{0,40}:?\n{1,2}`{3})/i

/** Returns true if a text begins with the result of the code before it. */
export function beginsWithResult(content: string): boolean {
  return RESULT.test(withoutCuts(content))
}
