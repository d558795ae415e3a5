/** Longer alternative texts do not describe an image; nobody sees them on the page. */
const MAX_CHARACTERS = 500

/** Limits the length of an image's alternative text, because it can hide text that only programs read. */
export function shownAlternative(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
}

/** A text with fewer words only names an image (`Koi logo`, `Screenshot of the pond`), which is useless without the image. */
const MIN_DESCRIPTION_WORDS = 6

/**
 * Returns the text for an image between paragraphs: its description, marked as one so that it is not taken for a sentence of the page.
 *
 * @returns "" if the alternative text only names the image.
 */
export function imageDescription(text: string): string {
  const shown = shownAlternative(text).replaceAll(/\s+/g, " ").trim()
  return shown.split(" ").length < MIN_DESCRIPTION_WORDS ? "" : `Image: ${shown}`
}

/** Returns the descriptions of several images, without repetitions, one per line. */
export function imageDescriptions(texts: readonly string[]): string {
  // Pages often have two images with the same description, for light and dark backgrounds.
  return [...new Set(texts.map(imageDescription))].filter((text) => text !== "").join("\n")
}
