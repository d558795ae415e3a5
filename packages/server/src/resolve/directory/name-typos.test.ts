import { describe, expect, it } from "vitest"
import { createLibraryDirectory } from "./create-library-directory.ts"
import { anEntry } from "./directory.testing.ts"

/** Made-up names of two or three syllable groups: no two alike by accident, none known to any table of the directory. */
function makeNames(count: number): string[] {
  const syllables = "ba ko ri ten mur sal fex dol qui vam zor pli gan hep nuk wys jol tir".split(" ")
  const names = new Set<string>()
  for (let seed = 1; names.size < count; seed++) {
    let state = Math.imul(seed, 2_654_435_761) >>> 0
    const pick = (): string => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return syllables[(state >>> 8) % syllables.length]!
    }
    names.add(`${pick()}${pick()}${pick()}-${pick()}${pick()}`)
  }
  return [...names]
}

const names = makeNames(2000)
const directory = createLibraryDirectory()
for (const [index, name] of names.entries()) {
  directory.put(anEntry(`/owner${index % 500}/${name}`, { description: `Number ${index} of many` }))
}

const MANGLINGS: Record<string, (name: string, at: number) => string> = {
  "in capitals": (name) => name.toUpperCase(),
  "with its words joined": (name) => name.replace("-", ""),
  "with its words apart": (name) => name.replace("-", " "),
  "with an underscore": (name) => name.replace("-", "_"),
  "with a letter missing": (name, at) => name.slice(0, at) + name.slice(at + 1),
  "with a letter doubled": (name, at) => name.slice(0, at) + name.slice(at - 1),
  "with two letters swapped": (name, at) => name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2),
  "with a wrong letter": (name, at) => `${name.slice(0, at)}y${name.slice(at + 1)}`,
  "with .js at its end": (name) => `${name}.js`,
  "with js at its end": (name) => `${name}js`,
  "with python before it": (name) => `python-${name}`,
  "with a version": (name) => `${name} v2.1`,
  "as a dependency": (name) => `${name}>=2.1`,
  "as an install command": (name) => `npm install ${name}`,
  "asking for its documentation": (name) => `${name} docs`,
}

describe("a name that is not typed as it is written", () => {
  it.each(Object.keys(MANGLINGS))("is found %s, 98 times of 100", (kind) => {
    const sample = names.filter((_, index) => index % 20 === 0)

    const found = sample.filter((name, index) => {
      const typed = MANGLINGS[kind]!(name, 2 + (index % 5))
      return directory.lookUp(typed, typed, { limit: 1, fast: false })[0]?.id.endsWith(`/${name}`)
    })

    expect(found.length / sample.length).toBeGreaterThanOrEqual(0.98)
  })
})
