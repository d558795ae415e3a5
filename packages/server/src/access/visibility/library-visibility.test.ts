import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { AccessRules } from "../../catalogue/visibility-rules/records.ts"
import type { LibraryAccess } from "../../catalogue/libraries/records.ts"
import { DEFAULT_ACCESS_RULES } from "./access-rules.ts"
import { compileVisibilityRules, libraryVisibility, NO_VISIBILITY_RULES } from "./library-visibility.ts"
import { DEFAULT_POLICIES } from "./policies.ts"
import { makeViewer, makeAttributes } from "./visibility.testing.ts"

const everyone: LibraryAccess = { mode: "everyone" }
const chosen = (userKeys: string[], groups: string[] = []): LibraryAccess => ({ mode: "chosen", userKeys, groups })
const rulesOf = (accessRules: Partial<AccessRules>) =>
  compileVisibilityRules({ policies: DEFAULT_POLICIES, accessRules: { ...DEFAULT_ACCESS_RULES, ...accessRules } })
const own = (given: Parameters<typeof makeAttributes>[0] = {}) => makeAttributes({ teamspaceKey: "t1", ...given })

describe("what a reader gets of a library", () => {
  it("is nothing of a private library of another teamspace, whatever the role", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (isAdmin, isOnlyTeamspace, isProgram) => {
        const reader = makeViewer({ isAdmin, isOnlyTeamspace, isProgram })
        expect(libraryVisibility(reader, NO_VISIBILITY_RULES, makeAttributes({ teamspaceKey: "t2" }), 0)).toBe("hidden")
      }),
    )
  })

  it("is nothing private for who may know of no private library, or belongs to no teamspace", () => {
    expect(libraryVisibility(makeViewer({ seesPrivate: false }), NO_VISIBILITY_RULES, own(), 0)).toBe("hidden")
    expect(libraryVisibility(makeViewer({ teamspaceKey: null }), NO_VISIBILITY_RULES, own(), 0)).toBe("hidden")
    expect(libraryVisibility(makeViewer(), NO_VISIBILITY_RULES, own(), 0)).toBe("visible")
  })

  it.each<[LibraryAccess, object, string]>([
    [chosen(["u1"]), {}, "visible"],
    [chosen(["u2"]), {}, "hidden"],
    [chosen([], ["ops"]), { groups: ["dev", "ops"] }, "visible"],
    [chosen([], ["ops"]), { groups: ["dev"] }, "hidden"],
    [chosen([]), { isAdmin: true }, "visible"],
    [chosen(["u1"]), { userKey: null }, "hidden"],
    [everyone, {}, "visible"],
  ])("with access %j for %j is %s", (access, reader, verdict) => {
    expect(libraryVisibility(makeViewer(reader), rulesOf({ byDefault: "closed" }), own({ access }), 0)).toBe(verdict)
  })

  it("follows the rule with the longest prefix, then the default", () => {
    const rules = rulesOf({
      byDefault: "closed",
      rules: [
        { prefix: "/acme", access: everyone },
        { prefix: "/acme/internal-*", access: chosen(["u2"]) },
        { prefix: "/acme/internal-open", access: everyone },
        { prefix: "/ac*", access: chosen(["u1"]) },
        { prefix: "/solo", access: everyone },
        { prefix: "/whole/docs*", access: everyone },
      ],
    })
    const verdict = (id: string) => libraryVisibility(makeViewer(), rules, own({ id }), 0)

    expect(verdict("/acme/docs")).toBe("visible")
    expect(verdict("/acme/internal-plans")).toBe("hidden")
    expect(verdict("/acme/INTERNAL-open")).toBe("visible")
    expect(verdict("/acid/docs")).toBe("visible")
    expect(verdict("/acmes/docs")).toBe("visible")
    expect(verdict("/beta/docs")).toBe("hidden")
    expect(verdict("/solo/docs")).toBe("visible")
    expect(verdict("/solos/docs")).toBe("hidden")
    expect(verdict("/whole/docs")).toBe("visible")
  })

  it("is ruled by access rules for public libraries only where the teamspace is the only one", () => {
    const rules = rulesOf({ byDefault: "closed" })

    expect(libraryVisibility(makeViewer(), rules, makeAttributes(), 0)).toBe("visible")
    expect(libraryVisibility(makeViewer({ isOnlyTeamspace: true }), rules, makeAttributes(), 0)).toBe("hidden")
    expect(
      libraryVisibility(makeViewer({ isOnlyTeamspace: true }), rules, makeAttributes({ access: everyone }), 0),
    ).toBe("visible")
  })

  it("is denied by policies only when it is not hidden, and never to the program itself", () => {
    const sourceTypes = { ...DEFAULT_POLICIES.sourceTypes, private_sources: { enabled: false } }
    const accessRules: AccessRules = { byDefault: "open", rules: [{ prefix: "/acme", access: chosen([]) }] }
    const rules = compileVisibilityRules({ policies: { ...DEFAULT_POLICIES, sourceTypes }, accessRules })

    expect(libraryVisibility(makeViewer(), rules, own({ id: "/beta/docs" }), 0)).toBe("denied")
    expect(libraryVisibility(makeViewer({ isAdmin: true }), rules, own(), 0)).toBe("denied")
    expect(libraryVisibility(makeViewer(), rules, own(), 0)).toBe("hidden")
    expect(libraryVisibility(makeViewer({ isProgram: true }), rules, own({ id: "/beta/docs" }), 0)).toBe("visible")
  })
})
