import { isHiddenStyle } from "./hidden-style.ts"

const BLOCK_NAMES =
  "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param picture pre script search section style summary table tbody td template textarea tfoot th thead title tr track ul video"
const INLINE_NAMES =
  "a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em embed font i img input ins kbd label map area mark meta meter noscript object output picture progress q rp rt ruby s samp select slot small source span strike strong sub sup svg path g circle rect line polygon defs use time tt u var wbr"

/** Block elements: their tags separate paragraphs. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(BLOCK_NAMES.split(" "))

const ELEMENTS: ReadonlySet<string> = new Set([...BLOCK_ELEMENTS, ...INLINE_NAMES.split(" ")])

/** Elements without a closing tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
)

/** Returns true if a tag name is an HTML element; everything else is a component or not a tag. */
export function isHtmlElement(name: string): boolean {
  return ELEMENTS.has(name)
}

/** Returns true if attributes hide an element from readers. */
export function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  // A Vue loop shows data that only the site has.
  if (Object.hasOwn(attributes, "v-for")) return true
  if (Object.hasOwn(attributes, "hidden")) return attributes["role"] !== "tabpanel" // shown by a click on its tab
  const style = attributes["style"]
  return style !== undefined && isHiddenStyle(style)
}

/** Returns true for an icon of Font Awesome, inside of which GitBook writes the icon's name: `<i class="fa-bell">:bell:</i>`. */
export function isIcon(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === "i" && /(?:^|\s)fa-[\w-]/.test(attributes["class"] ?? "")
}

/** Images that only show a status or link to a service: build, coverage, version, chat. */
const BADGE =
  /shields\.io|badgen|badge|travis-ci|circleci|codecov|coveralls|gitter|opencollective\.com\/.*\.svg|\/workflows\/.*\.svg/i

/** Returns true if the URL of an image is that of a badge. */
export function isBadge(source: string): boolean {
  return BADGE.test(source)
}

/** Returns true if a class is that of a badge, which its colours set apart: stability, version of introduction, platform. */
export function isBadgeClass(classes: string): boolean {
  return classes.split(/\s+/).some((word) => /^(?:stab|badge|label|tag|pill|chip)$/.test(word))
}

/** Returns true for the declaration of a symbol in a page that TypeDoc has generated, with a `br` at the end of each line. */
export function isSignature(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === "div" && /(?:^|\s)tsd-signature(?:\s|$)/.test(attributes["class"] ?? "")
}
