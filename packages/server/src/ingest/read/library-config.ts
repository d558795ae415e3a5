import { LibraryConfig } from "@lectern/contract"

/** A manifest as far as it can be used, and what was wrong with the rest. */
export interface LibraryConfigResult {
  readonly manifest: LibraryConfig
  /** Sentences for the report. */
  readonly notes: readonly string[]
}

/**
 * Reads what a library says about itself (`lectern.json`, else `context7.json`). A field of a wrong form is left out
 * and noted, the others count: a manifest never fails a library. Where to read (`folders` and the like) is applied by
 * the source that carries the manifest.
 *
 * @param text undefined when the library has no manifest.
 */
export function parseLibraryConfig(text: string | undefined): LibraryConfigResult {
  if (text === undefined) return { manifest: {}, notes: [] }
  const given = parseObject(text)
  if (given === undefined) return { manifest: {}, notes: ["the manifest is not a JSON object and was ignored"] }
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
    // Not JSON at all: the caller notes it like any other wrong form.
    return undefined
  }
}
