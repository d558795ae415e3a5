import { describe, expect, it } from "vitest"
import { parseInstanceConfig } from "./parse-instance-config.ts"

const problemsOf = (text: string) =>
  parseInstanceConfig(text).problems.map(({ line, message }) => `line ${line}: ${message}`)

describe("an invalid lectern.yaml", () => {
  it("has all its problems listed, even if a key is unknown", () => {
    const problems = problemsOf(`nam: team
libraries:
  - git: https://a.example/a/b
    titel: B
  - git: 3
    folders: docs
    private: 3
  - git: ""
  - {}
`)

    expect(problems).toEqual([
      "line 1: unknown key: nam",
      "line 4: unknown key: titel",
      "line 5: git: must be text",
      "line 6: folders: must be a list",
      "line 7: private: must be true or false",
      "line 8: git: must not be empty",
      "line 9: the source is missing: a library requires one of git, website, llmstxt, openapi",
    ])
  })

  it("keeps an entry with an unknown key, so that its values are checked as well", () => {
    const { entries } = parseInstanceConfig("libraries: [{ git: https://a.example/a/b, titel: B, schedule: never }]")

    expect(entries.map(({ entry }) => entry)).toEqual([{ git: "https://a.example/a/b", schedule: "never" }])
  })

  it.each([
    ["libraries: 3", "line 1: libraries: must be a list"],
    ["name: a", "line 1: libraries: is missing"],
    ["", "line 1: must be a set of keys and values"],
  ])("is described in the words of the file: %j", (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })
})
