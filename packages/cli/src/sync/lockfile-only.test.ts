import { describe, expect, it } from "vitest"
import { namesIn } from "./project.testing.ts"

describe("projects of which only the lockfile is there", () => {
  it("have the requirements that package-lock.json repeats", async () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        "": { dependencies: { hono: "^4.6.0" }, devDependencies: { typescript: "^5.0.0" } },
        "node_modules/hono": { version: "4.6.14" },
        "node_modules/typescript": { version: "5.6.3" },
        "node_modules/not-direct": { version: "1.0.0" },
      },
    }

    expect(await namesIn({ "package-lock.json": JSON.stringify(lock) })).toEqual(["hono@4.6.14", "typescript@5.6.3"])
  })

  it("have the importer of pnpm-lock.yaml", async () => {
    const lock = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      vue:
        specifier: ^3.5.0
        version: 3.5.13(typescript@5.6.3)
packages:
  other@1.0.0: {}
`

    expect(await namesIn({ "pnpm-lock.yaml": lock })).toEqual(["vue@3.5.13"])
  })

  it("have the own package of uv.lock", async () => {
    const lock = `version = 1
[[package]]
name = "flask"
version = "3.1.0"
source = { registry = "https://pypi.org/simple" }
dependencies = [{ name = "jinja2" }]
[[package]]
name = "jinja2"
version = "3.1.5"
source = { registry = "https://pypi.org/simple" }
[[package]]
name = "shop"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "flask" }]
`

    expect(await namesIn({ "uv.lock": lock })).toEqual(["flask@3.1.0"])
  })

  it("have nothing to add for a lockfile of a folder above", async () => {
    const lock = JSON.stringify({ packages: { "": { dependencies: { hono: "^4.6.0" } } } })

    expect(await namesIn({ "package-lock.json": lock, "packages/a/readme.md": "" }, "packages/a")).toEqual([])
  })
})
