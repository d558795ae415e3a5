/** A last sentence that only points at what follows it: `The console shows the image below:`. */
const LEAD_IN =
  /^(?:[^.!?:\n]{0,80}\b(?:(?:shown|seen|illustrated|pictured) (?:here|below)|(?:image|screenshot|figure|picture|diagram|illustration) (?:here|below|shows)|following (?:image|screenshot|figure|picture|diagram|illustration)|(?:looks?|be) (?:(?:something|somewhat|a bit|exactly|just) )?like (?:this|so))\b[^.!?:\n]{0,40}|Here(?:['’]s| is) (?:a|an|the) (?:video|screenshot|picture|recording|demo)\b[^.!?:\n]{0,60}|(?:Example|Screenshot|For example)):$/i
/** The beginning of the last sentence of a text. */
const LAST_SENTENCE = /(?:^|[.!?]\s|\n\n)(?=\S[^.!?\n]{0,200}$)/

/**
 * Ends a text whose last sentence introduces something that is not shown, such as an image: with a full stop instead of the colon, or before
 * that sentence if it only points at what is missing.
 */
export function endIntroduction(markdown: string): string {
  if (!markdown.endsWith(":")) return markdown
  const match = LAST_SENTENCE.exec(markdown)
  const start = match === null ? 0 : match.index + match[0].length
  if (LEAD_IN.test(markdown.slice(start))) return markdown.slice(0, start).trimEnd()
  return `${markdown.slice(0, -1)}.`
}
