import { expect, it } from "vitest"
import { type Caller, teamspaceOf } from "./caller.ts"
import { aUserCaller } from "./caller.testing.ts"

it.each<["self-hosted" | "hosted", Caller, string | null]>([
  ["self-hosted", aUserCaller({ teamspaceKey: "t1" }), "main"],
  ["self-hosted", { kind: "anonymous" }, "main"],
  ["hosted", aUserCaller({ teamspaceKey: "t1" }), "t1"],
  ["hosted", { kind: "anonymous" }, null],
  ["hosted", { kind: "global-key" }, null],
])("in the %s edition, a caller %j works in the teamspace %s", (edition, caller, teamspaceKey) => {
  expect(teamspaceOf(caller, { LECTERN_EDITION: edition })).toBe(teamspaceKey)
})
