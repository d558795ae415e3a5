import { LibraryConfig } from "@lectern/contract"

/** The valid fields of a library config, and notes about the invalid ones. */
export interface LibraryConfigResult {
  readonly manifest: LibraryConfig
  /** Notes for the report. */
  readonly notes: readonly string[]
}

/**
 * Parses a library config (`lectern.json`, or else `context7.json`). An invalid field is ignored and reported; the
 * other fields are used. Invalid configs never fail a library. The source applies the fields that select files, such as
 * `folders`.
 *
 * @param text undefined if the library has no config.
 */
export function parseLibraryConfig(text: string | undefined): LibraryConfigResult {
  if (text === undefined) return { manifest: {}, notes: [] }
  const given = parseObject(text)
  if (given === undefined) return { manifest: {}, notes: ["the library config is not a JSON object and was ignored"] }
  const notes: string[] = []
  const usable: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(LibraryConfig.shape)) {
    if (given[name] === undefined) continue
    const parsed = field.safeParse(given[name])
    if (parsed.success) {
      usable[name] = parsed.data
    } else {
      notes.push(
        `${name} in the library config was ignored: ${parsed.error.issues[0]?.message ?? "its value is invalid"}`,
      )
    }
  }
  return { manifest: LibraryConfig.parse(usable), notes }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    // Not JSON: the caller reports it like any other invalid field.
    return undefined
  }
}
