import { expect, it } from "vitest"
import { hideCredentials } from "./hide-credentials.ts"

it.each([
  ["http://user:password@proxy.example:8080/path", "http://***@proxy.example:8080/path"],
  ["http://user:p@ssword@proxy.example", "http://***@proxy.example"],
  ["user:password@proxy.example", "***@proxy.example"],
  ["from https://a@b.example to ftp://c:d@e.example", "from https://***@b.example to ftp://***@e.example"],
  ["https://lectern.example/people/me@example.com", "https://lectern.example/people/me@example.com"],
])("hides the credentials in %s", (text, expected) => {
  expect(hideCredentials(text, "***")).toBe(expected)
})
