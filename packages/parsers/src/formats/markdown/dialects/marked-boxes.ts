import { FenceTracker } from "../../../document/fences.ts"

/** The first line of a box of Rocket's guide: `! note: Title`, with its text below, indented by two spaces. */
const OPENER = /^! ?(note|tip|hint|info|warning|danger|important)(?:: ?(\S[^\n]*))?$/
const BODY = /^(?: {2}|\t|$)/

/**
 * Converts the boxes of Rocket's guide to those of MkDocs, `!!! note "Title"`.
 *
 * @returns text with as many lines.
 */
export function convertMarkedBoxes(text: string): string {
  if (!/^! ?(?:note|tip|hint|info|warning|danger|important)(?::|$)/m.test(text)) return text
  const fences = new FenceTracker()
  let isInBox = false
  const lines = text.split("\n").map((line) => {
    const isCode = fences.isInside
    if (!isInBox || !BODY.test(line)) {
      isInBox = false
      fences.next(line)
    }
    const [opener, kind, title = ""] = isCode ? [] : (OPENER.exec(line.trimEnd()) ?? [])
    if (opener !== undefined) {
      isInBox = true
      return `!!! ${kind}${title === "" ? "" : ` "${title.replaceAll('"', "'")}"`}`
    }
    return isInBox && line.trim() !== "" ? `  ${line}` : line
  })
  return lines.join("\n")
}
