/** Descriptions of pictures that are longer are no descriptions; nobody sees them on the page. */
const MAX_CHARACTERS = 500

/** Shortens the alternative text of a picture, in which text can hide that only programs read. */
export function shownAlternative(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
}
