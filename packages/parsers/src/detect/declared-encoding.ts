/** Number of bytes in which a page declares its encoding. HTML allows 1,024, but comments before the head make it more. */
const DECLARATION_BYTES = 4096

/** In HTML, in XML, and as Emacs, Vim and Python write it in one of the first two lines. */
const DECLARATIONS: readonly RegExp[] = [
  /<meta\b[^<>]{0,300}?\bcharset\s{0,4}=\s{0,4}["']?\s{0,4}([\w.:-]{1,40})/i,
  /^\s{0,40}<\?xml\b[^<>]{0,200}?\bencoding\s{0,4}=\s{0,4}["']([\w.:-]{1,40})/i,
  /^(?:[^\n]{0,200}\n)?[^\n]{0,200}?coding[:=][ \t]{0,4}([\w.-]{1,40})/,
]

/**
 * Returns true for a name of Windows-1252. As in browsers, ISO-8859-1 and ASCII are names of it too, because it contains
 * both and pages rarely mean the control characters in which it differs.
 */
export function isWesternEncoding(label: string): boolean {
  try {
    // Python and editors call it latin-1, which is the only usual name that browsers do not know.
    return new TextDecoder(label.replace(/^latin[-_]1$/i, "latin1")).encoding === "windows-1252"
  } catch {
    return false
  }
}

/** Returns true if a text file says that its encoding is Windows-1252, under any of its names. */
export function declaresWesternEncoding(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString("latin1")
  return DECLARATIONS.some((declaration) => isWesternEncoding(declaration.exec(head)?.[1] ?? ""))
}
