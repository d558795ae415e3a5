import { describe, expect, it } from "vitest"
import { UserName } from "./admin.ts"

describe("the name of an account", () => {
  it.each([
    "admin",
    "Ann-Marie",
    "zoë",
    "ann.o'neil",
    "Иван",
    "Γιώργος",
    "田中さん",
    "kim민수",
    "שרה",
    "ann2",
    "فاطمة",
  ])("can be %s", (name) => {
    expect(UserName.safeParse(name).success).toBe(true)
  })

  it.each([
    ["admin\u200b", "a zero-width space"],
    ["ad\u00admin", "a soft hyphen"],
    ["\u202enimda", "an override of the direction"],
    ["admin\u{e0061}", "a tag"],
    ["admin\u3164", "a filler"],
    ["admin\ufe0f", "a variation selector"],
    ["аdmin", "a Cyrillic а"],
    ["adm\u03bfn", "a Greek omicron"],
    ["сос", "Cyrillic letters that all look Latin"],
    ["ΑΒΒΑ", "Greek letters that all look Latin"],
  ])("cannot be %j with %s", (name) => {
    expect(UserName.safeParse(name).success).toBe(false)
  })
})
