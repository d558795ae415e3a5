import { expect, it } from "vitest"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { makeAttributes } from "./visibility.testing.ts"

it.each([
  ["https://github.com/acme/docs", "github.com"],
  ["https://www.example.com", "example.com"],
  ["https://docs.example.co.uk/a@b/", "docs.example.co.uk"],
  ["https://user@example.com/", "example.com"],
  ["https://example.com:8443/", "example.com"],
  ["https://user@example.com:8443/", "example.com"],
  ["https://Example.COM/", "example.com"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["https://xn--bcher-kva.example/", "xn--bcher-kva.example"],
  ["https://xn--a.example/", ""],
  ["https://127.1/", "127.0.0.1"],
  ["http://example.com/", "example.com"],
  ["git@github.com:acme/docs.git", "github.com"],
  ["/srv/docs", ""],
])("reads the host of %s", (url, host) => {
  expect(makeAttributes({ source: { url } as LibraryRecord["source"] }).host).toBe(host)
})

it.each<[Partial<LibraryRecord>, string]>([
  [{}, "repository"],
  [{ teamspaceKey: "t1" }, "repository"],
  [{ kind: "notes" }, "repository"],
  [{ kind: "website" }, "site"],
  [{ kind: "llmstxt" }, "site"],
  [{ kind: "wiki" }, "other"],
  [{ kind: "upload" }, "other"],
])("applies to %j the filters of the family %s", (library, family) => {
  expect(makeAttributes(library).family).toBe(family)
})
