import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Catalogue } from "../catalogue.ts"
import { aLibrary } from "../catalogue.contract.testing.ts"
import { type EngineUnderTest, enginesUnderTest } from "../engines-under-test.testing.ts"
import { MAX_QUESTIONS_KEPT } from "./records.ts"

describe.each(enginesUnderTest())("questions on %s", (_, start) => {
  let engine: EngineUnderTest
  let catalogue: Catalogue
  let libraryKey: string
  beforeEach(async () => {
    engine = await start()
    catalogue = await engine.open()
    await catalogue.migrate()
    const added = await catalogue.libraries.add(aLibrary())
    if (added === undefined) throw new Error("the id is taken")
    libraryKey = added.key
  })
  afterEach(() => engine.close())

  it("counts a new question without its text once enough are kept", async () => {
    for (let at = 0; at < MAX_QUESTIONS_KEPT; at++) {
      await catalogue.questions.note({ libraryKey, kind: "unanswered", versionTag: "", question: `question ${at}` })
    }
    const further = { libraryKey, kind: "unanswered", versionTag: "", question: "one more" } as const

    expect((await catalogue.questions.note(further)).question).toBe("")
    expect((await catalogue.questions.note({ ...further, question: "question 3" })).count).toBe(2)
    expect(await catalogue.questions.list(libraryKey)).toHaveLength(MAX_QUESTIONS_KEPT + 1)
  })

  it("counts the questions of all libraries, and lists the most frequent ones with text", async () => {
    const other = await catalogue.libraries.add(aLibrary({ id: "/other/docs" }))
    const gone = await catalogue.libraries.add(aLibrary({ id: "/gone/docs" }))
    const [otherKey, goneKey] = [other?.key ?? "", gone?.key ?? ""]
    const unanswered = { kind: "unanswered", versionTag: "" } as const
    await catalogue.questions.note({ ...unanswered, libraryKey, question: "" })
    await catalogue.questions.note({ ...unanswered, libraryKey: otherKey, question: "why" })
    await catalogue.questions.note({ ...unanswered, libraryKey: otherKey, question: "why" })
    await catalogue.questions.note({ libraryKey: otherKey, kind: "wrong", versionTag: "v1", question: "how" })
    await catalogue.questions.note({ ...unanswered, libraryKey: goneKey, question: "where" })
    await catalogue.libraries.remove(goneKey)

    const counts = await catalogue.questions.countAll()
    const frequent = await catalogue.questions.mostFrequent(10)

    expect(counts[0]).toEqual({ libraryKey: otherKey, kind: "unanswered", count: 2 })
    expect(counts.slice(1)).toHaveLength(2)
    expect(counts.slice(1)).toEqual(
      expect.arrayContaining([
        { libraryKey, kind: "unanswered", count: 1 },
        { libraryKey: otherKey, kind: "wrong", count: 1 },
      ]),
    )
    expect(frequent.map((each) => [each.libraryKey, each.question, each.count])).toEqual([
      [otherKey, "why", 2],
      [otherKey, "how", 1],
    ])
    expect(await catalogue.questions.mostFrequent(1)).toHaveLength(1)
  })

  it("forgets unanswered questions that nobody asks any more, and keeps those that people reported", async () => {
    const question = { libraryKey, versionTag: "", question: "why" }
    await catalogue.questions.note({ ...question, kind: "unanswered" })
    await catalogue.questions.note({ ...question, kind: "wrong" })

    expect(await catalogue.questions.prune(engine.clock.now() + 1)).toBe(1)
    expect((await catalogue.questions.list(libraryKey)).map(({ kind }) => kind)).toEqual(["wrong"])
    expect(await catalogue.questions.list(libraryKey, "unanswered")).toEqual([])
  })
})
