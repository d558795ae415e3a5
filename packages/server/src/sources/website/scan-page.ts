import { Tokenizer } from "htmlparser2"

/** The metadata, links and visible text of a page. */
export interface PageScan {
  readonly title: string
  readonly siteName: string
  readonly description: string
  /** Tool that made the page, such as `Doxygen 1.9.4`; empty if it is unknown. */
  readonly generator: string
  /** Language of the page without the region (`en`); empty if it has none. */
  readonly language: string
  readonly canonical: string | undefined
  /** URL that the page redirects to by itself (`<meta http-equiv="refresh">`), as written. */
  readonly refresh: string | undefined
  /** URL of the page's Markdown version. */
  readonly markdownUrl: string | undefined
  /** Words of `<meta name="robots">`. */
  readonly robots: ReadonlySet<string>
  /** Links as written, except those with `nofollow`; empty if the page forbids following links. */
  readonly links: readonly string[]
  /** Base URL of relative links, as written. */
  readonly base: string | undefined
  readonly hasPasswordField: boolean
  readonly hasScripts: boolean
  /** Visible text with collapsed whitespace. */
  readonly text: string
}

/** Maximum number of links per page. */
export const MAX_LINKS = 5_000
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg"])

/** A page that loads another one after more seconds can be read until then. */
const MAX_REFRESH_SECONDS = 9

/**
 * Extracts the links, metadata and visible text of HTML by scanning its tags. Never throws; time grows linearly with
 * the length.
 */
export function scanPage(html: string): PageScan {
  const scanner = new PageScanner(html)
  return scanner.scan()
}

class PageScanner {
  readonly #html: string
  readonly #links: string[] = []
  readonly #text: string[] = []
  readonly #metas = new Map<string, string>()
  #tag = ""
  #attributes: Record<string, string> = {}
  #name = ""
  #value = ""
  #title = ""
  #language = ""
  #canonical: string | undefined
  #refresh: string | undefined
  #twin: string | undefined
  #base: string | undefined
  #unseen: string | undefined
  #isTitle = false
  #hasPassword = false
  #hasScripts = false

  constructor(html: string) {
    this.#html = html
  }

  scan(): PageScan {
    const cut = (start: number, end: number): string => this.#html.slice(start, end)
    const nothing = (): void => {}
    const tokenizer = new Tokenizer(
      { decodeEntities: true },
      {
        onopentagname: (start, end) => {
          this.#tag = cut(start, end).toLowerCase()
          this.#attributes = {}
        },
        onattribname: (start, end) => {
          this.#name = cut(start, end).toLowerCase()
          this.#value = ""
        },
        onattribdata: (start, end) => void (this.#value += cut(start, end)),
        onattribentity: (point) => void (this.#value += String.fromCodePoint(point)),
        onattribend: () => void (this.#attributes[this.#name] ??= this.#value.trim()),
        onopentagend: () => this.#open(),
        onselfclosingtag: () => this.#open(),
        onclosetag: (start, end) => this.#close(cut(start, end).toLowerCase()),
        ontext: (start, end) => this.#addText(cut(start, end)),
        ontextentity: (point) => this.#addText(String.fromCodePoint(point)),
        oncdata: nothing,
        oncomment: nothing,
        ondeclaration: nothing,
        onend: nothing,
        onprocessinginstruction: nothing,
      },
    )
    tokenizer.write(this.#html)
    tokenizer.end()
    return this.#facts()
  }

  #open(): void {
    const { rel = "", href, name, property, content, type, lang, src } = this.#attributes
    const equivalent = this.#attributes["http-equiv"]?.toLowerCase()
    const tag = this.#tag
    if (UNSEEN.has(tag)) this.#unseen ??= tag
    if (tag === "script" && src !== undefined) this.#hasScripts = true
    if (tag === "html" && lang !== undefined) this.#language = (lang.split(/[-_]/)[0] ?? "").toLowerCase()
    if (tag === "title") this.#isTitle = this.#title === ""
    if (tag === "base") this.#base ??= href
    if (tag === "input" && type?.toLowerCase() === "password") this.#hasPassword = true
    if (tag === "meta" && equivalent === "refresh") this.#refresh ??= refreshTarget(content ?? "")
    if (tag === "meta" && content !== undefined) this.#addMeta((name ?? property ?? "").toLowerCase(), content)
    if (href === undefined) return
    const relations = rel.toLowerCase().split(/\s+/)
    if (tag === "link" && relations.includes("canonical")) this.#canonical ??= href
    if (tag === "link" && relations.includes("alternate") && /^text\/(?:x-)?markdown/i.test(type ?? ""))
      this.#twin ??= href
    const isFollowed = (tag === "a" || tag === "area") && !relations.includes("nofollow")
    if (isFollowed && this.#links.length < MAX_LINKS) this.#links.push(href)
  }

  #addMeta(name: string, content: string): void {
    const known = this.#metas.get(name)
    this.#metas.set(name, name === "robots" && known !== undefined ? `${known},${content}` : (known ?? content))
  }

  #close(tag: string): void {
    if (tag === this.#unseen) this.#unseen = undefined
    if (tag === "title") this.#isTitle = false
    else if (this.#unseen === undefined) this.#text.push(" ")
  }

  #addText(text: string): void {
    if (this.#isTitle) this.#title += text
    else if (this.#unseen === undefined) this.#text.push(text)
  }

  #facts(): PageScan {
    const robots = `${this.#metas.get("robots") ?? ""},${this.#metas.get("lectern") ?? ""}`
      .toLowerCase()
      .split(/[\s,]+/)
    const words = new Set(robots)
    return {
      title: fold(this.#title),
      siteName: fold(this.#metas.get("og:site_name") ?? this.#metas.get("application-name") ?? ""),
      description: fold(this.#metas.get("description") ?? this.#metas.get("og:description") ?? ""),
      generator: fold(this.#metas.get("generator") ?? ""),
      language: this.#language,
      canonical: this.#canonical,
      refresh: this.#refresh,
      markdownUrl: this.#twin,
      robots: words,
      links: words.has("nofollow") || words.has("none") ? [] : this.#links,
      base: this.#base,
      hasPasswordField: this.#hasPassword,
      hasScripts: this.#hasScripts,
      text: fold(this.#text.join("")),
    }
  }
}

/** Returns the URL in `0; url=en/`; undefined for pages that stay, or only reload themselves. */
function refreshTarget(content: string): string | undefined {
  const [seconds = "", ...rest] = content.split(/[;,]/)
  if (!(Number(seconds) <= MAX_REFRESH_SECONDS)) return undefined
  const target = rest
    .join(";")
    .trim()
    .replace(/^url[ \t]{0,9}=/i, "")
    .trim()
  return target.replaceAll(/^['"]|['"]$/g, "") || undefined
}

function fold(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim()
}
