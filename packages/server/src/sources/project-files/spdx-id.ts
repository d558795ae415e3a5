import { createRequire } from "node:module"

/** GNU licences under the short names that hosts still use, which do not say whether a later version may be chosen. */
const FORMER = /^([AL]?GPL-\d\.\d)$/i

let idByFolded: ReadonlyMap<string, string> | undefined

/** @returns the id as SPDX spells it; null for what is no id of a licence, such as `NOASSERTION` or `other`. */
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
