/** Longer alternative texts do not describe an image; nobody sees them on the page. */
const MAX_CHARACTERS = 500

/** Limits the length of an image's alternative text, because it can hide text that only programs read. */
export function shownAlternative(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
}
