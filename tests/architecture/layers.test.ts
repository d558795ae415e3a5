import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cruise, plantedTree, projectRoot, type Violation } from "./cruise.ts"

/** A file that must turn the check red: what it is, its text, and the rule that has to name it. */
const PLANTED = [
  [
    "a base module that imports ingestion",
    "packages/server/src/base/planted.ts",
    `import { planted } from "../ingest/planted-target.ts"\nexport const x = planted`,
    "layer-0-imports-nothing-above",
  ],
  [
    "a catalogue that imports a use case",
    "packages/server/src/catalogue/planted.ts",
    `import { planted } from "../service/planted-target.ts"\nexport const x = planted`,
    "layer-1-imports-nothing-above",
  ],
  [
    "ingestion that imports a use case",
    "packages/server/src/ingest/planted.ts",
    `import { planted } from "../service/planted-target.ts"\nexport const x = planted`,
    "layer-2-imports-nothing-above",
  ],
  [
    "a use case that imports a transport",
    "packages/server/src/service/planted.ts",
    `import { planted } from "../http/planted-target.ts"\nexport const x = planted`,
    "layer-3-imports-nothing-above",
  ],
  [
    "access control that imports a type of ingestion",
    "packages/server/src/access/planted.ts",
    `import type { Planted } from "../ingest/planted-target.ts"\nexport type X = Planted`,
    "access-does-not-import-its-layer",
  ],
  [
    "a transport that imports the other transport",
    "packages/server/src/http/planted.ts",
    `import { planted } from "../mcp/planted-target.ts"\nexport const x = planted`,
    "http-does-not-import-its-layer",
  ],
  [
    "a command that imports the server by its path",
    "packages/cli/src/planted.ts",
    `import { planted } from "../../server/src/catalogue/planted-target.ts"\nexport const x = planted`,
    "package-cli-imports-only-what-it-may",
  ],
  [
    "parsers that import the engine",
    "packages/parsers/src/planted.ts",
    `import { rankCandidates } from "@lectern/engine"\nexport const x = rankCandidates`,
    "package-parsers-imports-only-what-it-may",
  ],
  [
    "a client that imports the server",
    "packages/client/src/planted.ts",
    `import { planted } from "../../server/src/base/planted-target.ts"\nexport const x = planted`,
    "packages-are-imported-by-name",
  ],
  [
    "a contract that imports the client",
    "packages/contract/src/planted.ts",
    `import { LecternClient } from "@lectern/client"\nexport const x = LecternClient`,
    "package-contract-imports-only-what-it-may",
  ],
  [
    "an import past the entry of a package",
    "packages/engine/src/planted.ts",
    `import { parseFile } from "../../parsers/src/parse-file.ts"\nexport const x = parseFile`,
    "packages-are-imported-by-their-entries",
  ],
  [
    "a folder of the server without a layer",
    "packages/server/src/planted-folder/planted.ts",
    `import { planted } from "./planted-target.ts"\nexport const x = planted`,
    "every-file-of-the-server-has-a-layer",
  ],
  [
    "a dashboard that imports the server",
    "packages/web/src/planted.tsx",
    `import { planted } from "../../server/src/base/planted-target.ts"\nexport const x = planted`,
    "package-web-imports-only-what-it-may",
  ],
  [
    "a dashboard that imports the engine",
    "packages/web/src/planted-engine.tsx",
    `import { rankCandidates } from "@lectern/engine"\nexport const x = rankCandidates`,
    "package-web-imports-only-what-it-may",
  ],
  [
    "a cycle of two files",
    "packages/server/src/models/planted-cycle.ts",
    `import { y } from "./planted-cycle-back.ts"\nexport const x = () => y`,
    "no-cycles",
  ],
  [
    "a use case that opens a socket",
    "packages/server/src/service/planted-socket.ts",
    `import { connect } from "node:net"\nexport const x = connect`,
    "network-is-imported-in-one-place",
  ],
  [
    "a use case that starts a process",
    "packages/server/src/service/planted-process.ts",
    `import { execFile } from "node:child_process"\nexport const x = execFile`,
    "processes-is-imported-in-one-place",
  ],
  [
    "an import of a file that does not exist",
    "packages/server/src/base/planted-hole.ts",
    `import { gone } from "./planted-gone.ts"\nexport const x = gone`,
    "everything-resolves",
  ],
  [
    "a program that imports a test",
    "packages/server/src/base/planted-test-user.ts",
    `import { x } from "./planted.test.ts"\nexport const y = x`,
    "tests-are-not-imported",
  ],
] as const

/** Files that the planted ones import, and files that must stay green. */
const TARGET = "export const planted = 1\nexport type Planted = number\n"
const ALLOWED = {
  "packages/server/src/service/planted-allowed.ts": `import { planted } from "../ingest/planted-target.ts"\nexport const x = planted`,
  "packages/server/src/http/planted-allowed.ts": `import { planted } from "../service/planted-target.ts"\nexport const x = planted`,
  "packages/server/src/access/planted-allowed.test.ts": `import { planted } from "../ingest/planted-target.ts"\nexport const x = planted`,
  "packages/engine/src/planted-allowed.ts": `import type { Document } from "@lectern/parsers"\nexport type X = Document`,
} as const
const FOLDERS_WITH_TARGET = ["base", "catalogue", "ingest", "service", "http", "mcp", "planted-folder"]

describe("packages and layers", () => {
  // `.ci/run` checks the real tree in a step of its own, before the tests.
  it.skipIf(process.env["CI"] === "true")("hold in the real tree, which was looked at", { timeout: 240_000 }, () => {
    const { modules, violations } = cruise(projectRoot)

    expect(modules).toBeGreaterThan(50)
    expect(violations).toEqual([])
  })
})

describe("a planted violation", () => {
  let violations: readonly Violation[]
  let remove: () => void

  beforeAll(() => {
    const targets = FOLDERS_WITH_TARGET.map((name) => [`packages/server/src/${name}/planted-target.ts`, TARGET])
    const tree = plantedTree({
      ...Object.fromEntries(targets),
      "packages/client/src/planted-target.ts": TARGET,
      "packages/server/src/models/planted-cycle-back.ts": `import { x } from "./planted-cycle.ts"\nexport const y = () => x`,
      "packages/server/src/base/planted.test.ts": "export const x = 1",
      ...ALLOWED,
      ...Object.fromEntries(PLANTED.map(([, path, text]) => [path, text])),
    })
    remove = tree.remove
    violations = cruise(tree.root).violations
  })
  afterAll(() => remove())

  it.each(PLANTED)("turns red: %s", (_, path, _text, rule) => {
    const broken = violations.filter((violation) => violation.from === path || violation.to === path)

    expect(broken.map((violation) => violation.rule)).toContain(rule)
  })

  it.each(Object.keys(ALLOWED))("is not seen in %s, which keeps to the layers", (path) => {
    const broken = violations.filter(
      (violation) => violation.from === path && violation.rule !== "every-module-is-reachable",
    )

    expect(broken).toEqual([])
  })

  it("turns red where a module is reached from nowhere", () => {
    expect(violations).toContainEqual(
      expect.objectContaining({ rule: "every-module-is-reachable", to: "packages/server/src/service/planted.ts" }),
    )
  })
})
