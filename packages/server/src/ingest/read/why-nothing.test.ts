import { expect, it } from "vitest"

import { whyNothing } from "./why-nothing.ts"

it("names the reasons, most frequent first", () => {
  const leftOut = [
    { path: "LICENSE", reason: "boilerplate" },
    { path: "a.ts", reason: "not_documentation" },
    { path: "b.ts", reason: "not_documentation" },
  ] as const

  expect(whyNothing({ leftOut: [...leftOut], failed: [{ path: "c.md", reason: "too long" }] })).toBe(
    "no documentation was found in the source (left out: 2 not documentation, 1 boilerplate such as a licence, 1 failed). Name folders or files to read, or see the report",
  )
})

it("names the file that could not be read if there is no other", () => {
  const failed = [
    { path: "a.md", reason: "too long" },
    { path: "b.md", reason: "too long" },
  ]

  expect(whyNothing({ leftOut: [], failed })).toBe(
    "a.md could not be read: too long, and 1 other file could not be read either",
  )
})

it.each(["openapi.json", "api/swagger.yaml", "spec/OpenAPI-v2.yml"])(
  "says how to add %s, which no page shows",
  (path) => {
    expect(whyNothing({ leftOut: [{ path, reason: "not_documentation" }], failed: [] })).toBe(
      `no documentation was found in the source (left out: 1 not documentation). ${path} looks like an OpenAPI description: add this file as a library of its own`,
    )
  },
)
