/** Number of bytes that are checked. */
const SAMPLE_BYTES = 4096
/** The title is near the start of the `info` object. */
const INFO_CHARACTERS = 20_000

/**
 * Tells from its first bytes whether a file can be JSON or YAML with top-level keys. Whether it is a valid description
 * is known only after parsing.
 */
export function looksLikeDescription(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, SAMPLE_BYTES))
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) return false
  const [first] = text.split("\n").filter((line) => !/^\s*(?:#.*|---\s*|%.*)?$/.test(line))
  return first !== undefined && (/^\s*\{/.test(first) || /^\s*["']?[\w$.-]+["']?\s*:(?:\s|$)/.test(first))
}

/**
 * Finds the title of a description without parsing all of it.
 *
 * @returns undefined if the title is not in its usual location; it is then known after parsing.
 */
export function peekTitle(text: string): string | undefined {
  return /^\s*\{/.test(text) ? titleInJson(text) : titleInYaml(text)
}

function titleInJson(text: string): string | undefined {
  const start = text.search(/"info"\s*:\s*\{/)
  if (start < 0) return undefined
  const info = text.slice(start, start + INFO_CHARACTERS)
  return unquoted(/"title"\s*:\s*("(?:[^"\\\n]|\\.)*")/.exec(info)?.[1])
}

function titleInYaml(text: string): string | undefined {
  const start = text.search(/^["']?info["']?\s*:/m)
  if (start < 0) return undefined
  const [first = "", ...rest] = text.slice(start, start + INFO_CHARACTERS).split("\n")
  const inline = /[{,]\s*["']?title["']?\s*:\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^,}]+)/.exec(first)?.[1]
  if (inline !== undefined) return unquoted(inline)
  for (const line of rest) {
    if (/^\S/.test(line)) return undefined
    const title = /^\s+["']?title["']?\s*:\s+("(?:[^"\\]|\\.)*"|'[^']*'|[^#\n]+)/.exec(line)?.[1]
    if (title !== undefined) return unquoted(title)
  }
  return undefined
}

function unquoted(given: string | undefined): string | undefined {
  const text = given?.trim() ?? ""
  if (text.startsWith("'")) return text.slice(1, -1)
  if (!text.startsWith('"')) return text === "" ? undefined : text
  try {
    return String(JSON.parse(text))
  } catch {
    // An escape that only YAML supports: the raw text is still usable as a name.
    return text.slice(1, -1)
  }
}
