/**
 * A line of 32 hyphens, which separates blocks of a text answer. Clients that trim lines must not mistake other lines for it, so spaces
 * of all kinds around the hyphens are allowed.
 */
const SEPARATOR_LINE = /^([^\S\n\r\u2028\u2029]*)-{32}(?=[^\S\n\r\u2028\u2029]*$)/gm

/** Lines that occur only in the frame of a text answer. In rendered Markdown, the backslash before the colon is invisible. */
const FRAME_LINE = /^([^\S\n\r\u2028\u2029]*(?:Source|Library|Also at|Flagged)):/gm
const FRAME_HEADING = /^([^\S\n\r\u2028\u2029]*)(?=#{1,6}[^\S\n\r\u2028\u2029]Library rules[^\S\n\r\u2028\u2029]*$)/gm

/** In code, only lines that could open a block are changed: the first line, and lines below a heading or a line of hyphens. */
const FRAME_LINE_IN_CODE = /^(Source|Library):(?=[ \t]|$)/
const OPENING_LINE = /^(?:#{1,6}(?: |$)|-{3,}$|Library: )/

/** Searching for these one by one is faster than one expression for all. */
const PARTS_OF_FRAMES = ["-".repeat(32), "Source:", "Library", "Also at:", "Flagged:"]

function mayContainFrame(text: string): boolean {
  return PARTS_OF_FRAMES.some((part) => text.includes(part))
}

/**
 * Changes lines of prose that would look like the frame of a text answer: separators and the lines below a title. Without
 * this, documentation could close its block and open another one with an address of its choice.
 */
export function protectProse(text: string): string {
  if (!mayContainFrame(text)) return text
  return text
    .replace(SEPARATOR_LINE, `$1${"-".repeat(33)}`)
    .replace(FRAME_LINE, "$1\\:")
    .replace(FRAME_HEADING, "$1\\")
}

/**
 * Protects fenced code like `protectProse`, but changes as little as possible.
 *
 * @param isRest true for the rest of code that was cut: an answer joins it to the code before, which may end with a heading.
 */
export function protectCode(code: string, isRest = false): string {
  if (!mayContainFrame(code)) return code
  const lines: string[] = []
  let canOpen = true
  for (const line of code
    .replace(SEPARATOR_LINE, `$1${"-".repeat(33)}`)
    .replace(FRAME_HEADING, "$1\\")
    .split("\n")) {
    const text = line.trim()
    const isFrame = canOpen && FRAME_LINE_IN_CODE.test(text)
    lines.push(isFrame ? line.replace(":", "\\:") : line)
    const isFence = isRest && lines.length === 1
    if (text !== "" && !isFence) canOpen = OPENING_LINE.test(text)
  }
  return lines.join("\n")
}

/** Control characters and Unicode line breaks. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

/** Converts a title or heading to a single line. */
export function protectLine(text: string): string {
  return text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim()
}

/** Converts a URL to a single line; characters that would break it are percent-encoded. */
export function protectUrl(url: string): string {
  return url.replace(CONTROL, (character) => encodeURIComponent(character))
}
