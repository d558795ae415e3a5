import { describe, expect, it } from "vitest"
import { capitalised, problemsOf, sentencesOf } from "./readable-message.ts"

describe("a message of the server", () => {
  it("starts with a capital letter, unless it starts with the name of a file, an address or a version", () => {
    expect(["too many requests: wait", "don't", "re-indexing, again", "done"].map(capitalised)).toEqual([
      "Too many requests: wait",
      "Don't",
      "Re-indexing, again",
      "Done",
    ])
    for (const message of [
      "lectern.json is not valid",
      "https://otter.example cannot be reached",
      "docs/a.md has no text",
      "v2 is not indexed",
      "git@host refused",
      "my_file is empty",
      "/crew/otter exists",
    ]) {
      expect(capitalised(message)).toBe(message)
    }
  })

  it("ends with a full stop if it has several sentences", () => {
    expect(sentencesOf("it failed. Try again")).toBe("It failed. Try again.")
    expect(sentencesOf("it failed")).toBe("It failed")
  })

  it("names fields as a form does", () => {
    expect(
      problemsOf("libraryName: must not be empty; excludeFolders.0: must be a string; siteUrl: unknown field a"),
    ).toBe("Library name must not be empty; Exclude folders, entry 1 must be a string; Site URL: unknown field a")
    expect(problemsOf("send name and password, or neither if you are signed in")).toBe(
      "send name and password, or neither if you are signed in",
    )
  })
})
