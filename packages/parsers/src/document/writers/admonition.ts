import { capitalized } from "../../base/capitalized.ts"
import type { BlockWriter } from "../block-writer.ts"

/** A box with a title, such as a note or a warning. */
export interface Admonition {
  /** `note`, `warning` and so on. For kinds without a meaning of their own, such as `admonition`, only the title is shown. */
  readonly kind: string
  /** Title from the source, plain or as Markdown. */
  readonly title?: string | undefined
  /** Line of the file on which the box starts. */
  readonly line: number
  /** True to write the title even if the box is empty. By default, this is done if the source has a title. */
  readonly isTitleKept?: boolean | undefined
}

/** Names of admonition kinds in titles; other kinds use their own name. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  alert: "note",
  aside: "note",
  callout: "note",
  admonition: "note",
  hint: "tip",
  seealso: "see also",
}

/** Kinds that are not named beside a title. */
const KINDS_WITHOUT_MEANING: ReadonlySet<string> = new Set(["admonition", "callout", "topic", "sidebar"])

/** Containers that are shown as a box with a title. */
const ADMONITIONS = new Set(
  "note tip info warning danger caution important seealso success question failure bug example quote abstract summary hint attention error todo admonition callout deprecated check help faq tldr advanced experimental legacy pitfall prerequisites recommendation remark security".split(
    " ",
  ),
)

/** Returns true for the name of a container that is shown as a box, and false for one that only arranges its content. */
export function isAdmonitionKind(name: string): boolean {
  return ADMONITIONS.has(name.toLowerCase())
}

/** Opens an admonition; `BlockWriter.close` closes it. */
export function openAdmonition(
  writer: BlockWriter,
  { kind, title = "", line, isTitleKept = title !== "" }: Admonition,
): void {
  const shown = KINDS_WITHOUT_MEANING.has(kind.toLowerCase()) ? title || "Note" : admonitionTitle(kind, title)
  writer.openAdmonition(shown, line, isTitleKept)
}

/** Returns the title line of an admonition: its kind, capitalised, and its own title after a colon. */
export function admonitionTitle(kind: string, title?: string): string {
  const lower = kind.toLowerCase()
  const word = KIND_WORDS[lower] ?? lower
  const shown = capitalized(word.replaceAll(/[-_]/g, " "))
  const own = title?.trim() ?? ""
  if (own === "") return shown
  return own.toLowerCase().replaceAll(" ", "").includes(word) || !/^[a-z]+$/.test(word) ? own : `${shown}: ${own}`
}
