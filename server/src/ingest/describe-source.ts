import type { Document } from "../formats/document.ts"
import type { ReadingStages } from "./reading-stages.ts"

/** Longer first headings are sentences, not names. */
const MAX_TITLE_CHARACTERS = 60
const MAX_DESCRIPTION_CHARACTERS = 300
/** What of a paragraph is looked at; the rest could not show anyway. */
const MAX_PARAGRAPH_CHARACTERS = 2000
/** Paragraphs of a page that are looked at. */
const MAX_PARAGRAPHS = 30
/** What a repository of documentation adds to the name of what it documents. */
const PURPOSE = /[\s:-]+(documentation|docs|website)$/i
/** Shorter paragraphs are rows of badges or links. */
const MIN_DESCRIPTION_LETTERS = 20

/** What the README says a library is; either may be missing. */
export interface SourceDescription {
  readonly title?: string
  readonly description?: string
}

/** What a description is made from. */
export interface DescribedSource {
  /** First lines of the README at the root. */
  readonly readmeText?: string | undefined
  /** The page that the documentation opens with. */
  readonly frontDocument?: Document | undefined
  /** Title the library has now, for instance the name of its repository. */
  readonly libraryTitle?: string
}

/**
 * Derives a title and a description: from the first heading and the first paragraph of prose of the README, without
 * images, badges and link targets, else of the front page. The front page's heading counts only where it is the name
 * that the library has already in other letter case: elsewhere it is as often "Introduction" as the name.
 */
export function describeSource(
  stages: Pick<ReadingStages, "detectFormat" | "parseFile">,
  { readmeText, frontDocument, libraryTitle }: DescribedSource,
): SourceDescription {
  const readme = readmeText === undefined ? undefined : parseReadme(stages, readmeText)
  const frontTitle = frontDocument && titleOf(frontDocument)
  const isSameName = frontTitle?.toLowerCase() === libraryTitle?.toLowerCase()
  const title = (readme && titleOf(readme)) ?? (isSameName ? frontTitle : undefined)
  const description = (readme && descriptionOf(readme)) ?? (frontDocument && descriptionOf(frontDocument))
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

function parseReadme(stages: Pick<ReadingStages, "detectFormat" | "parseFile">, text: string): Document | undefined {
  const format = stages.detectFormat("README", new TextEncoder().encode(text)) ?? "markdown"
  // AsciiDoc is not read at once; such a README is a page of the documentation, mostly its front page.
  if (format === "asciidoc") return undefined
  return stages.parseFile(format, text, "README").document
}

function titleOf(document: Document): string | undefined {
  const heading = document.title ?? document.blocks.find((block) => block.kind === "heading")?.text
  const title = plainText(heading ?? "").replace(PURPOSE, "")
  return /\p{L}/u.test(title) && title.length <= MAX_TITLE_CHARACTERS ? title : undefined
}

function descriptionOf(document: Document): string | undefined {
  const candidates = [
    document.description,
    ...document.blocks
      .slice(0, MAX_PARAGRAPHS)
      .map((block) => (block.kind === "prose" && block.role !== "list" ? block.markdown : undefined)),
  ]
  for (const candidate of candidates) {
    const text = plainText((candidate ?? "").slice(0, MAX_PARAGRAPH_CHARACTERS))
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
