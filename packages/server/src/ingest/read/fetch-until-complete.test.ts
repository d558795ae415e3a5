import { describe, expect, it } from "vitest"
import { fetchUntilComplete } from "./fetch-until-complete.ts"

/** Fetches from `start` along these references. @returns the rounds of keys that were fetched. */
async function fetchAlong(references: Readonly<Record<string, readonly string[]>>, maxRounds = 10) {
  const fetched = new Set<string>()
  const rounds: (readonly string[])[] = []
  await fetchUntilComplete({
    maxRounds,
    fetch(keys: readonly string[]) {
      rounds.push(keys)
      for (const key of keys) fetched.add(key)
      return Promise.resolve()
    },
    findMissing() {
      const referenced = [...fetched].flatMap((key) => references[key] ?? [])
      return new Set(["start", ...referenced].filter((key) => !fetched.has(key)))
    },
  })
  return rounds
}

describe("fetchUntilComplete", () => {
  it("fetches each level of references in one round, and every key once", async () => {
    const rounds = await fetchAlong({ start: ["a", "b"], a: ["c", "start"], b: ["c"] })

    expect(rounds).toEqual([["start"], ["a", "b"], ["c"]])
  })

  it("stops after the last round although keys are missing", async () => {
    const rounds = await fetchAlong({ start: ["a"], a: ["b"], b: ["c"] }, 2)

    expect(rounds).toEqual([["start"], ["a"]])
  })

  it("fetches nothing when nothing is missing", async () => {
    const fetched: string[] = []
    await fetchUntilComplete<string>({
      maxRounds: 3,
      fetch: (keys) => Promise.resolve(void fetched.push(...keys)),
      findMissing: () => [],
    })

    expect(fetched).toEqual([])
  })

  it("passes on the error of a request", async () => {
    const failing = fetchUntilComplete({
      maxRounds: 3,
      fetch: () => Promise.reject(new Error("connection reset")),
      findMissing: () => ["a"],
    })

    await expect(failing).rejects.toThrow("connection reset")
  })
})
