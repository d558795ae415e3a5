import type { Block, Document } from "../formats/document.ts"
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
/** A line of reStructuredText of which nothing but substitutions is to be read: badges. */
const ROW_OF_BADGES = /^[ \t]*(?:\|[^|\n]{1,80}\|[ \t]*)+$/gm

/** What the README says a library is; either may be missing. */
export interface SourceDescription {
  readonly title?: string
  readonly description?: string
}

/** What a description is made from. */
export interface DescribedSource {
  /** First lines of the README at the root. */
  readonly readmeText?: string | undefined
  /** Name of its file, which says how it is written; else its text does. */
  readonly readmePath?: string | undefined
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
  { readmeText, readmePath = "README", frontDocument, libraryTitle }: DescribedSource,
): SourceDescription {
  const readme = readmeText === undefined ? undefined : parseReadme(stages, readmePath, readmeText)
  const frontTitle = frontDocument && titleFrom(frontDocument.title ?? nameHeading(frontDocument, false))
  const isSameName = frontTitle?.toLowerCase() === libraryTitle?.toLowerCase()
  const title = titleFrom(readme?.heading) ?? (isSameName ? frontTitle : undefined)
  const description = (readme && descriptionOf(readme.document)) ?? (frontDocument && descriptionOf(frontDocument))
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

interface Readme {
  readonly document: Document
  /** Heading that may be the library's name. */
  readonly heading: string | undefined
}

function parseReadme(
  stages: Pick<ReadingStages, "detectFormat" | "parseFile">,
  path: string,
  text: string,
): Readme | undefined {
  const format = stages.detectFormat(path, new TextEncoder().encode(text)) ?? "markdown"
  // AsciiDoc is not read at once; such a README is a page of the documentation, mostly its front page.
  if (format === "asciidoc") return undefined
  const isOrdered = format === "restructured-text"
  const { document } = stages.parseFile(format, isOrdered ? text.replaceAll(ROW_OF_BADGES, "") : text, path)
  return { document, heading: nameHeading(document, isOrdered) }
}

/**
 * Finds the heading that names the library: where a picture stands for the name, the first one is that of a section.
 *
 * @param isOrdered levels of headings follow from their order alone, so the name is what nothing is said before.
 */
function nameHeading({ blocks, title }: Document, isOrdered: boolean): string | undefined {
  const first = blocks.findIndex(({ kind }) => kind === "heading")
  const block = blocks[first]
  if (block?.kind !== "heading" || (title !== undefined && title !== block.text)) return title
  const isName = isOrdered ? !blocks.slice(0, first).some(saysSomething) : block.level === 1 || first === 0
  return isName ? block.text : undefined
}

function saysSomething(block: Block): boolean {
  return block.kind === "prose" && countLetters(plainText(block.markdown)) >= MIN_DESCRIPTION_LETTERS
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}

function titleFrom(heading: string | undefined): string | undefined {
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
    if (countLetters(text) >= MIN_DESCRIPTION_LETTERS) return clip(text)
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
    .replaceAll(/^\s*>\s?/gm, "")
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
