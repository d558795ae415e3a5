import { type Block, type Document, type HeadingBlock, parseFile, type SiteIdentity } from "@lectern/parsers"
import { detectFormat } from "@lectern/parsers/detect"

/** Longer first headings are sentences, not names. */
const MAX_TITLE_CHARACTERS = 60
const MAX_DESCRIPTION_CHARACTERS = 300
/** Maximum length of a paragraph; the rest would not be displayed. */
const MAX_PARAGRAPH_CHARACTERS = 2000
/** Maximum number of blocks of a page that are considered. */
const MAX_BLOCKS = 60
/** Suffixes that documentation repositories add to the name of the library, such as `landing page and documentation website`. */
const PURPOSE =
  /(?:'s)?[\s:-]{1,3}(?:landing page (?:and|&) )?(?:(?:official|developer|user|api) )?(?:(?:documentation|docs) )?(?:documentation|docs|website|web site|site|repository|repo|homepage|monorepo)$/i
/** A host as the name of a repository with a site, such as `otter.dev`. */
const HOST_NAME = /^([\p{L}\p{N}-]+)\.[a-z]{2,10}$/u
/** Names of packages that build a site and have more in them than its purpose at the end, such as `otter-docs-astro`. */
const SITE_PACKAGE = /[-_](?:docs?|website|site|documentation)[-_]/i
/** Text before the name in titles of front pages and READMEs. */
const GREETING = /^(?:welcome to (?:the )?|the (?=.+ (?:documentation|docs|website|site)\b))/i
/** Text after the name in the title of a site, as in `Otter | The water framework`. */
const SLOGAN = /(?: [|·•–—-]|:) .*$/s
/** Headings that name a kind of page or repository instead of its subject. */
const GENERIC_TITLE =
  /^(?:the )?(?:(?:official|project|source|developer|user|api) )?(?:docs?|documentation|website|web ?site|site|homepage|home|readme|index|overview|introduction|intro|welcome|getting started|contents|wiki|root|monorepo|repository|app|web|blog)$|^(?:my|your|example) (?:new )?(?:site|docs|documentation|project|website|app|blog)$|starter(?: kit)?$/i
/** Shorter headings may be names in words that the repository does not have. */
const MIN_SLOGAN_WORDS = 3
/** Shorter paragraphs are rows of badges. */
const MIN_DESCRIPTION_LETTERS = 20
/** URLs and file names are not descriptions. */
const MIN_DESCRIPTION_WORDS = 3
/** README sections that do not describe the library. */
const HOUSEKEEPING =
  /^\W*(?:donat|sponsor|back(?:er|ing)|fund|contribut|authors?\b|credits|acknowledg|licen[cs]|support|(?:for )?enterprise|install|build|develop|requirements|prerequisites|status|news|community|table of contents|contents)/i
/** Headings of README sections that are never the name of a library. */
const SECTION_TITLE =
  /^(?:donat(?:e|ions?)|sponsors?(?:hip)?|(?:our )?(?:backers|supporters)|funding|(?:for )?enterprise|support|contributing|contributors|licen[cs]e|installation|install|build(?:ing)?|development|status|news|community|features|table of contents)$/i
/** Paragraphs about the repository or the site instead of its subject. */
const ABOUT_REPOSITORY =
  /^(?:welcome to (?:the |our )?[^.!]{0,80}(?:website|documentation|docs|repo(?:sitory)?|home)\b|(?:this|the|our|here(?:'s| is the)) (?:[\w.'-]+ ){0,5}(?:repo(?:sitory)?|web ?site|documentation|docs|site|branch|folder|directory|source)\b(?: \S+){0,2} (?:contains?|is|are|has|have|holds?|hosts?|houses?|uses?|lives?|was|for)\b|(?:you can )?(?:find|read|view|see) (?:the )?[^.]{0,60}(?:documentation|docs|website)\b|(?:use|using) the starter kit|(?:(?:this|here) is )?(?:the )?(?:\S+ ){0,3}(?:source(?: code)?|repo(?:sitory)?) (?:for|of)\b)/i
/** Paragraphs that say what is in the repository. The paragraphs after them are mostly about the repository too. */
const CONTENTS_OF_REPOSITORY =
  /^(?:this|the|our) (?:\S+ ){0,3}repo(?:sitory)?\b(?: \S+){0,2} (?:contains?|is|has|have|holds?|hosts?|houses?)\b/i
/** What follows the name of a library in paragraphs that introduce it. */
const INTRODUCING =
  /^[^.]{1,100}? (?:is|are|lets?|allows?|helps?|makes?|provides?|gives?|enables?|offers?|combines?|brings?)\b/i
/** Paragraphs that say what their subject is. */
const DEFINITION = /^(?:the )?([^.]{1,100}?) (?:is|are) (?:an?|the)\b/i
/** Paragraphs that point the reader to something else. */
const POINTER =
  /^(?:(?:to|for) (?:see|learn|find|get|know|read|run|install|build|start|use|clone|contribute|edit|more|further|full|detailed|a (?:full |complete )?list|information)\b|(?:please |also )?(?:(?:see|click|read|visit|follow) (?:the|our|this|these|here|on|also)|check out|refer to|have a look|take a look|feel free)\b|please\b|you can (?:also )?(?:find|read|view|see)\b|(?:special |many |a big )?thank(?:s| you)\b|we (?:use|welcome|love|recommend)\b|coming from\b|if you\b|looking for\b|learn (?:how|more)\b|(?:the|this|these) (?:\S+ ){0,3}(?:above|below)\b|(?:the|this) \S+ (?:is|are) (?:also )?available (?:in|from|at|on|as)\b|[^.!?]{0,120}\?)/i
/** Paragraphs about how the site is built. */
const ABOUT_SITE =
  /^(?:it (?:uses|is (?:built|generated|made) (?:with|by|using|from))\b|(?:a )?(?:crate|package|library|scripts?|tools?|code) (?:that is )?used to (?:generate|build|deploy)\b|(?:[\w'-]+ ){0,4}(?:antora|docusaurus|hugo|mkdocs|sphinx|vitepress|vuepress) (?:project|site|website)\.?$|(?:this|it) is (?:a|an|the) (?:\S+ ){0,4}(?:website|web site|site)(?:\.$| (?:built|made|with|powered|generated|using|that (?:uses|is)|based)\b)|(?:the|this) \S+ (?:is|are) (?:structured|organi[sz]ed|laid out) (?:with|into|as|in)\b[^.]{0,40}\b(?:files|folders|director(?:y|ies))\b)/i
/** Descriptions of a site that say only that it is the documentation of something. */
const MERE_PURPOSE =
  /^(?:the )?(?:official )?(?:docs|documentation|website|web site|site|homepage) (?:for|of) (?:\S+ ){0,2}\S+$/i
/** Descriptions that tools write into the configuration of a new site. */
const PLACEHOLDER =
  /^(?:dinosaurs are cool|description will go into a meta tag|write an awesome description|my (?:awesome|new) |an? (?:awesome|vitepress|vuepress|docusaurus|starlight|astro|hugo|jekyll) (?:project|site|website|blog|docs)?\b)/i
/** Text that is not a paragraph of the page itself. */
const ASIDES: ReadonlySet<string> = new Set(["list", "admonition"])
/** A line of reStructuredText with only substitutions, which are badges. */
const ROW_OF_BADGES = /^[ \t]*(?:\|[^|\n]{1,80}\|[ \t]*)+$/gm

/** Title and description from the README; either may be missing. */
export interface SourceDescription {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** Inputs of a description. */
export interface DescribedSource {
  /** First lines of the README at the root. */
  readonly readmeText?: string | undefined
  /** Its file name, which determines the format; otherwise the text does. */
  readonly readmePath?: string | undefined
  /** Name and description of the site in its configuration. */
  readonly site?: SiteIdentity | undefined
  /** Name in the package files at the root. */
  readonly packageName?: string | undefined
  /** The front page of the documentation. */
  readonly frontDocument?: Document | undefined
  /** True if the front page is the README at the root. */
  readonly isReadmeFront?: boolean | undefined
  /** Pages that may introduce the library or a part of it. */
  readonly introductions?: readonly Document[] | undefined
  /** Current title of the library, for instance the name of its repository. */
  readonly libraryTitle?: string | undefined
}

/**
 * Derives a title and a description. The title is the name in the site's configuration, else the first heading of the README, else
 * the name of the package. The front page's heading is used only if it equals the library's current title in another letter case,
 * because it is often "Introduction" instead of the name. If the repository is named after a host, such as `otter.dev`, the title of an
 * introduction that is the name in it comes before the README's heading; if that heading is a slogan, so does the name of the package.
 *
 * The description is the first of these, without images, badges and link targets: the opening of the README, a later sentence of it that
 * introduces the library by name, the opening of the front page if it begins with the name, the description in the site's configuration,
 * the opening of the front page, other paragraphs that begin with the name, and a definition of the name in an introduction. In a
 * documentation repository, whose README is about the repository, the README comes last. If there is nothing else, a short slogan of the
 * site or a remark of the README is used.
 */
export function describeSource(source: DescribedSource): SourceDescription {
  const { readmeText, readmePath = "README", frontDocument, libraryTitle, site, packageName } = source
  const readme =
    readmeText === undefined ? undefined : parseReadme({ path: readmePath, text: readmeText, libraryTitle })
  const frontHeading =
    frontDocument && (frontDocument.title ?? nameHeading(frontDocument, { isOrdered: false, libraryTitle }))
  const frontTitle = titleFrom(nameBefore(SLOGAN, frontHeading, libraryTitle) ?? frontHeading)
  const isSameName = isSame(frontTitle, libraryTitle)
  const title =
    titleFrom(site?.name?.replace(SLOGAN, "")) ??
    nameOfHost(source) ??
    (isSlogan(readme?.heading, source) ? titleFromPackage(packageName) : undefined) ??
    titleFrom(nameBefore(SLOGAN, readme?.heading, libraryTitle) ?? readme?.heading) ??
    (isSameName ? frontTitle : undefined) ??
    titleFromPackage(packageName)
  return { title, description: chooseDescription(source, readme, title) }
}

/** Returns the title of an introduction that is the name in the host after which the repository is named: `Otter` for `otter.dev`. */
function nameOfHost({ libraryTitle = "", frontDocument, introductions = [] }: DescribedSource): string | undefined {
  const name = HOST_NAME.exec(libraryTitle)?.[1]
  const titles = [frontDocument, ...introductions].map((page) => page?.title)
  return name === undefined ? undefined : titles.find((title) => isSame(title, name))
}

function chooseDescription(source: DescribedSource, readme: Readme | undefined, title: string | undefined) {
  const { readmePath, site, introductions = [], libraryTitle, packageName } = source
  const frontDocument = readme !== undefined && source.isReadmeFront === true ? undefined : source.frontDocument
  const names = [title, libraryTitle, packageName].map((name) => lettersOf(name ?? "")).filter((name) => name !== "")
  const isAboutLibrary = (text: string) => names.some((name) => beginsWithName(text, name))
  const isDefinition = (text: string) => names.some((name) => definesName(text, name))
  const opening = readme === undefined ? {} : readmeOpening(readme.document, isAboutLibrary)
  const own = siteDescription(site, title)
  const frontOpening = frontDocument && descriptionOf(openingOf(frontDocument))
  const laterOf = (page: Document | undefined) => page && descriptionOf(page, isAboutLibrary)
  const [later, laterFront] = [laterOf(readme?.document), laterOf(frontDocument)]
  const definition = introductions.map((page) => descriptionOf(openingOf(page), isDefinition)).find(Boolean)
  const isAboutSite = readmePath !== undefined && isAboutDocumentation(readme?.heading)
  const ofSite = [frontOpening].filter((text) => text !== undefined && isAboutLibrary(text))
  ofSite.push(own.description, frontOpening)
  const introduction = later !== undefined && INTRODUCING.test(later) ? later : undefined
  const inOrder = isAboutSite
    ? [...ofSite, laterFront, later, definition, opening.description]
    : [opening.description, introduction, ...ofSite, later, laterFront, definition]
  return [...inOrder, own.slogan, opening.remark].find((found) => found !== undefined)
}

/** Returns true if a paragraph begins with a name, or with another form and the name in parentheses. @param name its letters. */
function beginsWithName(text: string, name: string): boolean {
  const [, inParentheses = ""] = /^\S{1,40} \(([^)]{1,80})\)/.exec(text) ?? []
  return lettersOf(text.replace(/^the /i, "")).startsWith(name) || lettersOf(inParentheses).startsWith(name)
}

/** Returns true if a paragraph says what a name is, which may be in parentheses. @param name its letters. */
function definesName(text: string, name: string): boolean {
  const [, subject = ""] = DEFINITION.exec(text) ?? []
  const [, before = subject, inParentheses = ""] = /^([^(]*)\(([^)]*)\)$/.exec(subject) ?? []
  return lettersOf(before) === name || lettersOf(inParentheses) === name
}

/**
 * Finds the description in the opening of a README. A paragraph after one about the contents of the repository is only a remark, unless it
 * begins with the name of the library. A remark is returned only if there is no description.
 */
function readmeOpening(
  page: Document,
  isAboutLibrary: (text: string) => boolean,
): { readonly description?: string | undefined; readonly remark?: string | undefined } {
  let isAfterContents = false
  let remark: string | undefined
  for (const text of textsOf(openingOf(page))) {
    const found = descriptionFrom(text)
    if (found !== undefined && (!isAfterContents || isAboutLibrary(found))) return { description: found }
    remark ??= found
    isAfterContents ||= CONTENTS_OF_REPOSITORY.test(text)
  }
  return { remark }
}

/** Returns the description of a site, or its slogan if it is too short for a description; neither if it says nothing. */
function siteDescription(
  site: SiteIdentity | undefined,
  title: string | undefined,
): { readonly description?: string | undefined; readonly slogan?: string | undefined } {
  const text = plainText((site?.description ?? "").slice(0, MAX_PARAGRAPH_CHARACTERS))
  const isPurpose = MERE_PURPOSE.test(text) || (PURPOSE.test(text) && text.split(" ").length <= MIN_SLOGAN_WORDS)
  const saysNothing = isPurpose || PLACEHOLDER.test(text)
  if (saysNothing || isAboutOther(text) || ["", lettersOf(title ?? "")].includes(lettersOf(text))) return {}
  const description = descriptionFrom(text)
  return description === undefined ? { slogan: text } : { description }
}

const isSame = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase()

/** Returns true for a heading of several words that lacks the name of both the repository and its package. */
function isSlogan(heading: string | undefined, { packageName, libraryTitle }: DescribedSource): boolean {
  if (heading === undefined || packageName === undefined || libraryTitle === undefined) return false
  const isOneName = packageName.toLowerCase() === libraryTitle.toLowerCase()
  return (
    isOneName &&
    heading.split(/\s+/).length >= MIN_SLOGAN_WORDS &&
    !lettersOf(heading).includes(lettersOf(libraryTitle))
  )
}

/** Returns the beginning of a heading such as `Otter: the water framework` if that is the name of the library. */
function nameBefore(slogan: RegExp, heading: string | undefined, libraryTitle: string | undefined): string | undefined {
  const name = plainText(heading ?? "").replace(slogan, "")
  return libraryTitle !== undefined && lettersOf(name) === lettersOf(libraryTitle) ? name : undefined
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "")

/** Returns a page up to the end of its first section: what comes later describes parts of the subject. */
function openingOf({ description, blocks }: Described): Described {
  const [, , second] = blocks.filter((block) => block.kind === "heading")
  return { description, blocks: second === undefined ? blocks : blocks.slice(0, blocks.indexOf(second)) }
}

type Described = Pick<Document, "description" | "blocks">

/** Returns true for the README of a repository of documentation, such as "Otter Docs". */
function isAboutDocumentation(readmeHeading = ""): boolean {
  const heading = plainText(readmeHeading)
  return PURPOSE.test(heading) || GENERIC_TITLE.test(heading)
}

/** Converts a package name to a title. Names without a scope or an owner read like titles, unless the package is that of a site. */
function titleFromPackage(name: string | undefined): string | undefined {
  return name === undefined || /[/@]/.test(name) || SITE_PACKAGE.test(name) ? undefined : titleFrom(name)
}

interface Readme {
  readonly document: Document
  /** Heading that may be the library's name. */
  readonly heading: string | undefined
}

function parseReadme({
  path,
  text,
  libraryTitle,
}: {
  readonly path: string
  readonly text: string
  readonly libraryTitle: string | undefined
}): Readme | undefined {
  const format = detectFormat(path, new TextEncoder().encode(text)) ?? "markdown"
  // AsciiDoc cannot be parsed synchronously. An AsciiDoc README is also a page of the documentation, usually its front
  // page.
  if (format === "asciidoc") return undefined
  const isOrdered = format === "restructured-text"
  const { document } = parseFile({ format, text: isOrdered ? text.replaceAll(ROW_OF_BADGES, "") : text, path })
  return { document, heading: nameHeading(document, { isOrdered, libraryTitle }) }
}

/**
 * Finds the heading with the library's name: one without text before it, or one that contains a word of the library's
 * current title. If an image shows the name, the first heading belongs to a section.
 *
 * @param isOrdered true if the order of headings determines their levels; otherwise, the name has the first level.
 */
function nameHeading(
  { blocks, title }: Document,
  { isOrdered, libraryTitle = "" }: { readonly isOrdered: boolean; readonly libraryTitle?: string | undefined },
): string | undefined {
  const headings = blocks.filter((block) => block.kind === "heading")
  const [first] = headings
  const top = headings.find(({ text }) => text === title)
  if (first === undefined || top === undefined) return title
  const isOpening = (heading: Block) => !blocks.slice(0, blocks.indexOf(heading)).some(saysSomething)
  const isName = (heading: HeadingBlock) =>
    sharesWord(heading.text, libraryTitle) ||
    ((isOrdered || heading.level === 1) && isOpening(heading) && !SECTION_TITLE.test(heading.text.trim()))
  return [top, first].find(isName)?.text
}

function sharesWord(heading: string, title: string): boolean {
  if (heading.trim().endsWith("?")) return false
  const words = new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  return (heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => words.has(word))
}

function saysSomething(block: Block): boolean {
  return block.kind === "prose" && countLetters(plainText(block.markdown)) >= MIN_DESCRIPTION_LETTERS
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}

function titleFrom(heading: string | undefined): string | undefined {
  const text = plainText(heading ?? "")
  const title = text.replace(GREETING, "").replace(/[!.]$/, "").replace(PURPOSE, "")
  const isGeneric = GENERIC_TITLE.test(text) || GENERIC_TITLE.test(title)
  const isName = /\p{L}/u.test(title) && title.length <= MAX_TITLE_CHARACTERS && !isGeneric
  return isName ? title : undefined
}

function descriptionOf(document: Described, isWanted = (_text: string) => true): string | undefined {
  for (const text of textsOf(document)) {
    const description = descriptionFrom(text)
    if (description !== undefined && isWanted(description)) return description
  }
  return undefined
}

/** Yields what may describe a page as plain text: the description in its metadata, then its paragraphs. */
function* textsOf(page: Described): Iterable<string> {
  for (const markdown of [page.description ?? "", ...paragraphsOf(page)]) {
    yield plainText(markdown.slice(0, MAX_PARAGRAPH_CHARACTERS))
  }
}

/**
 * Lists the paragraphs that describe the subject of a page, without sections about sponsors, installation and similar
 * topics.
 */
function paragraphsOf({ blocks }: Described): readonly string[] {
  let skippedLevel = Infinity
  return blocks.slice(0, MAX_BLOCKS).flatMap((block) => {
    if (block.kind === "heading" && block.level <= skippedLevel)
      skippedLevel = HOUSEKEEPING.test(block.text) ? block.level : Infinity
    return block.kind === "prose" && !ASIDES.has(block.role) && skippedLevel === Infinity ? [block.markdown] : []
  })
}

function descriptionFrom(paragraph: string): string | undefined {
  // Only the introduction of an example is dropped, not the sentences before it.
  const text = paragraph.endsWith(":") ? (/^.*[.!?](?=\s)/.exec(paragraph)?.[0] ?? "") : paragraph
  const isTelling = countLetters(text) >= MIN_DESCRIPTION_LETTERS && text.split(" ").length >= MIN_DESCRIPTION_WORDS
  return isTelling && !isRowOfLinks(text) && !isAboutOther(text) ? clip(text) : undefined
}

/** Returns the description of a package unless it is about the site or the repository instead of its subject. */
export function describePackage(description: string | undefined): string | undefined {
  return description === undefined || isAboutOther(description) ? undefined : description
}

function isAboutOther(text: string): boolean {
  return [ABOUT_REPOSITORY, ABOUT_SITE, POINTER].some((expression) => expression.test(text))
}

/** Returns true for a paragraph that is a row of links, such as `Guide | Changes | Chat`. */
function isRowOfLinks(text: string): boolean {
  const parts = text.split(/ [|·•] /)
  return parts.length > 2 && text.split(" ").length <= 5 * parts.length
}

function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?\](?:\([^)]*\)|\[[^\]]*\])/g, " ")
    .replaceAll(/!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])/g, " ")
    .replaceAll(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/<[^>]{1,500}>/g, " ")
    .replaceAll(/(\*{1,3}|`{1,3})(\S(?:.*?\S)?)\1/gs, "$2")
    .replaceAll(/(?<![\p{L}\p{N}_])(_{1,3})(\S(?:.*?\S)?)\1(?![\p{L}\p{N}_])/gsu, "$2")
    .replaceAll(/^[*_\s]+|[*_\s]+$/g, "")
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
