import { expect, it } from "vitest"
import { run } from "../../run-command.testing.ts"

it("prints every problem, and exits with code 2 if there are any", async () => {
  const warnings = ["LECTERN_PROT: is not a setting"]
  const checkOf = (problems: string[]) => ({ checkConfig: () => Promise.resolve({ problems, warnings }) })

  const wrong = await run(["config", "check"], { entryPoints: checkOf(["LECTERN_PORT: no", "LECTERN_HOST: no"]) })
  const right = await run(["config", "check", "--json", "--data-dir", "/d"], { entryPoints: checkOf([]) })

  expect(wrong.exitCode).toBe(2)
  expect(wrong.outText()).toBe("LECTERN_PORT: no\nLECTERN_HOST: no\n")
  expect(wrong.errText()).toContain("warning: LECTERN_PROT")
  expect(right.exitCode).toBe(0)
  expect(JSON.parse(right.outText())).toEqual({ isValid: true, problems: [], warnings })
})
