import type { Document } from "../formats/document.ts"
import type { Stages } from "./stages.ts"

/** Longer first headings are sentences, not names. */
const MAX_TITLE_CHARACTERS = 60
const MAX_DESCRIPTION_CHARACTERS = 300
/** What a repository of documentation adds to the name of what it documents. */
const PURPOSE = /[\s:-]+(documentation|docs|website)$/i
/** Shorter paragraphs are rows of badges or links. */
const MIN_DESCRIPTION_LETTERS = 20

/** What the README says a library is; either may be missing. */
export interface SourceDescription {
  readonly title?: string
  readonly description?: string
}

/**
 * Derives a title and a description from the first lines of a README: its first heading and its first paragraph of
 * prose, without images, badges and link targets.
 */
export function describeSource(
  stages: Pick<Stages, "detectFormat" | "parseFile">,
  readmeText: string | undefined,
): SourceDescription {
  if (readmeText === undefined) return {}
  const format = stages.detectFormat("README", new TextEncoder().encode(readmeText)) ?? "markdown"
  const { document } = stages.parseFile(format, readmeText, "README")
  const title = titleOf(document)
  const description = descriptionOf(document)
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

function titleOf(document: Document): string | undefined {
  const heading = document.title ?? document.blocks.find((block) => block.kind === "heading")?.text
  const title = plainText(heading ?? "").replace(PURPOSE, "")
  return /\p{L}/u.test(title) && title.length <= MAX_TITLE_CHARACTERS ? title : undefined
}

function descriptionOf(document: Document): string | undefined {
  const candidates = [
    document.description,
    ...document.blocks.map((block) => (block.kind === "prose" && block.role !== "list" ? block.markdown : undefined)),
  ]
  for (const candidate of candidates) {
    const text = plainText(candidate ?? "")
    if ((text.match(/\p{L}/gu)?.length ?? 0) >= MIN_DESCRIPTION_LETTERS) return clip(text)
  }
  return undefined
}

function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[!\[[^\]]*\]\([^)]*\)\]\([^)]*\)/g, " ")
    .replaceAll(/!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])/g, " ")
    .replaceAll(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/<[^>]{1,500}>/g, " ")
    .replaceAll(/[*_`]{1,3}(\S(?:[^*_`]*\S)?)[*_`]{1,3}/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim()
}

function clip(text: string): string {
  if (text.length <= MAX_DESCRIPTION_CHARACTERS) return text
  const sentences = text.slice(0, MAX_DESCRIPTION_CHARACTERS)
  const sentenceEnd = sentences.search(/[.!?](?=\s\S*[^.!?]*$)/)
  if (sentenceEnd > MAX_DESCRIPTION_CHARACTERS / 3) return sentences.slice(0, sentenceEnd + 1)
  return `${sentences.slice(0, sentences.lastIndexOf(" ")).replace(/[\s,;:]+$/, "")}…`
}
