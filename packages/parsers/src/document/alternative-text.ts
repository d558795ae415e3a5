/** Descriptions of pictures that are longer are no descriptions; nobody sees them on the page. */
const MAX_CHARACTERS = 500

/** Shortens the alternative text of a picture, in which text can hide that only programs read. */
export function shownAlternative(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
}

/** Fewer words only name a picture (`Koi logo`, `Screenshot of the pond`); without the picture they say nothing. */
const MIN_DESCRIPTION_WORDS = 6

/**
 * The text of a picture that stands between paragraphs: a description of it, marked as one, so that nobody takes it for a
 * sentence of the page.
 *
 * @returns "" when the alternative text only names the picture.
 */
export function pictureDescription(text: string): string {
  const shown = shownAlternative(text).replaceAll(/\s+/g, " ").trim()
  return shown.split(" ").length < MIN_DESCRIPTION_WORDS ? "" : `Image: ${shown}`
}

/** The descriptions of several pictures, each once, one on a line. */
export function pictureDescriptions(texts: readonly string[]): string {
  // Pages have a picture for a dark and a light background with the same description.
  return [...new Set(texts.map(pictureDescription))].filter((text) => text !== "").join("\n")
}
