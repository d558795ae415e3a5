import { createRequire } from "node:module"

/** Deprecated ids of GNU licences that git hosts still use and that do not say whether later versions are allowed. */
const FORMER = /^([AL]?GPL-\d\.\d)$/i

let idByFolded: ReadonlyMap<string, string> | undefined

/** @returns the id in SPDX spelling; null for text that is not a licence id, such as `NOASSERTION` or `other`. */
export function spdxIdOf(word: string | null | undefined): string | null {
  idByFolded ??= readIds()
  const folded = (word ?? "").trim().toLowerCase()
  const former = FORMER.exec(folded)?.[1]
  const current = former === undefined ? undefined : idByFolded.get(`${former}-only`)
  return current ?? idByFolded.get(folded) ?? null
}

function readIds(): ReadonlyMap<string, string> {
  // The list is a JSON file, which Node 20 imports only with a warning.
  const ids = createRequire(import.meta.url)("spdx-license-ids") as string[]
  return new Map(ids.map((id) => [id.toLowerCase(), id]))
}
