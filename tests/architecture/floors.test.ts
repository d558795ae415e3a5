import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cruise, plantedTree, projectRoot, type Violation } from "./cruise.ts"

/** A file that must turn the check red: what it is, its text, and the rule that has to name it. */
const PLANTED = [
  [
    "a base word that uses a setting of a conductor",
    "server/src/base/planted.ts",
    `import { planted } from "../ingest/planted-target.ts"\nexport const x = planted`,
    "floor-0-does-not-look-up",
  ],
  [
    "a catalogue that asks a use case",
    "server/src/catalogue/planted.ts",
    `import { planted } from "../service/planted-target.ts"\nexport const x = planted`,
    "floor-1-does-not-look-up",
  ],
  [
    "a stage that calls a conductor",
    "server/src/formats/planted.ts",
    `import { planted } from "../search/planted-target.ts"\nexport const x = planted`,
    "floor-2-does-not-look-up",
  ],
  [
    "a conductor that calls a use case",
    "server/src/search/planted.ts",
    `import { planted } from "../service/planted-target.ts"\nexport const x = planted`,
    "floor-3-does-not-look-up",
  ],
  [
    "a use case that knows a door",
    "server/src/service/planted.ts",
    `import { planted } from "../http/planted-target.ts"\nexport const x = planted`,
    "floor-4-does-not-look-up",
  ],
  [
    "a stage that runs another stage's code",
    "server/src/snippets/planted.ts",
    `import { planted } from "../formats/planted-target.ts"\nexport const x = planted`,
    "stages-know-only-types-of-each-other",
  ],
  [
    "a conductor that knows another",
    "server/src/ingest/planted.ts",
    `import { planted } from "../search/planted-target.ts"\nexport const x = planted`,
    "ingest-search-access-webhooks-do-not-know-each-other",
  ],
  [
    "a conductor that knows another's type",
    "server/src/access/planted.ts",
    `import type { Planted } from "../search/planted-target.ts"\nexport type X = Planted`,
    "ingest-search-access-webhooks-do-not-know-each-other",
  ],
  [
    "a door that knows the other door",
    "server/src/http/planted.ts",
    `import { planted } from "../mcp/planted-target.ts"\nexport const x = planted`,
    "http-mcp-do-not-know-each-other",
  ],
  [
    "a command that opens the catalogue",
    "server/src/cli/planted.ts",
    `import { planted } from "../catalogue/planted-target.ts"\nexport const x = planted`,
    "command-line-sees-only-client-and-contract",
  ],
  [
    "a client that knows the server",
    "client/src/planted.ts",
    `import { planted } from "../../server/src/base/planted-target.ts"\nexport const x = planted`,
    "client-sees-only-the-contract",
  ],
  [
    "a contract that knows the client",
    "contract/src/planted.ts",
    `import { planted } from "../../client/src/planted-target.ts"\nexport const x = planted`,
    "contract-stands-alone",
  ],
  [
    "a folder that is no room",
    "server/src/planted-room/planted.ts",
    `import { planted } from "./planted-target.ts"\nexport const x = planted`,
    "every-file-of-the-server-is-in-a-room",
  ],
  [
    "a circle of two files",
    "server/src/models/planted-circle.ts",
    `import { y } from "./planted-circle-back.ts"\nexport const x = () => y`,
    "no-circles",
  ],
  [
    "a conductor that opens a socket",
    "server/src/search/planted-socket.ts",
    `import { connect } from "node:net"\nexport const x = connect`,
    "network-has-one-home",
  ],
  [
    "a use case that starts a process",
    "server/src/service/planted-process.ts",
    `import { execFile } from "node:child_process"\nexport const x = execFile`,
    "processes-has-one-home",
  ],
  [
    "an import of nothing",
    "server/src/base/planted-hole.ts",
    `import { gone } from "./planted-gone.ts"\nexport const x = gone`,
    "everything-resolves",
  ],
  [
    "a program that imports a test",
    "server/src/base/planted-test-user.ts",
    `import { x } from "./planted.test.ts"\nexport const y = x`,
    "tests-are-not-imported",
  ],
] as const

/** Files that the planted ones import, and files that must stay green. */
const TARGET = "export const planted = 1\nexport type Planted = number\n"
const ALLOWED = {
  "server/src/index/planted-allowed.ts": `import type { Planted } from "../snippets/planted-target.ts"\nexport const x: Planted = 1`,
  "server/src/service/planted-allowed.ts": `import { planted } from "../search/planted-target.ts"\nexport const x = planted`,
  "server/src/http/planted-allowed.ts": `import { planted } from "../service/planted-target.ts"\nexport const x = planted`,
  "server/src/ingest/planted-allowed.test.ts": `import { planted } from "../search/planted-target.ts"\nexport const x = planted`,
} as const
const ROOMS_WITH_TARGET = [
  "base",
  "catalogue",
  "formats",
  "snippets",
  "ingest",
  "search",
  "service",
  "http",
  "mcp",
  "planted-room",
]

describe("the floors", () => {
  it("hold in the real tree, and the check has looked at it", () => {
    const { modules, violations } = cruise(projectRoot)

    expect(modules).toBeGreaterThan(50)
    expect(violations).toEqual([])
  })
})

describe("a planted violation", () => {
  let violations: readonly Violation[]
  let remove: () => void

  beforeAll(() => {
    const targets = ROOMS_WITH_TARGET.map((room) => [`server/src/${room}/planted-target.ts`, TARGET])
    const tree = plantedTree({
      ...Object.fromEntries(targets),
      "client/src/planted-target.ts": TARGET,
      "server/src/models/planted-circle-back.ts": `import { x } from "./planted-circle.ts"\nexport const y = () => x`,
      "server/src/base/planted.test.ts": "export const x = 1",
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

  it.each(Object.keys(ALLOWED))("is not seen in %s, which keeps to the floors", (path) => {
    const broken = violations.filter(
      (violation) => violation.from === path && violation.rule !== "nothing-out-of-reach",
    )

    expect(broken).toEqual([])
  })

  it("turns red where a module is reached from nowhere", () => {
    expect(violations).toContainEqual(
      expect.objectContaining({ rule: "nothing-out-of-reach", to: "server/src/service/planted.ts" }),
    )
  })
})
