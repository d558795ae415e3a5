import { expect, it } from "vitest"
import { describeMove } from "./describe-move.ts"

const move = {
  dryRun: true,
  previousId: "/otter/docs",
  id: "/otter/docs",
  redirects: false,
  wasPrivate: false,
  private: false,
  projectId: null,
  hidesPublicLibrary: false,
}

it.each([
  [{ id: "/otter/new", redirects: true }, [/redirected to \/otter\/new/]],
  [{ id: "/otter/new", private: true }, [/nothing redirects/, /without a key/]],
  [{ id: "/Otter/docs" }, [/Letter case/]],
  [{ wasPrivate: true }, [/confidential/]],
  [{ wasPrivate: true, private: true, hidesPublicLibrary: true }, [/instead of the public one/]],
  [{ wasPrivate: true, private: true, projectId: "p1" }, [/Only its project/]],
])("says what %j does", (change, expected) => {
  const effects = describeMove({ ...move, ...change })

  expect(effects).toHaveLength(expected.length)
  for (const [at, pattern] of expected.entries()) expect(effects[at]).toMatch(pattern)
})
