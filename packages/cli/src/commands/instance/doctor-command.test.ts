import { expect, it } from "vitest"
import { run } from "../../run-command.testing.ts"

const ORPHANS = {
  check: "orphans",
  status: "warning",
  summary: "2 orphans",
  details: ["why"],
  repairs: ["gone"],
} as const
const INDEXES = { check: "index files", status: "error", summary: "1 of 3 damaged", details: [], repairs: [] } as const

it("prints a table, and ends with exit code 1 only for errors", async () => {
  const calls: unknown[] = []
  const doctorFinding = (isHealthy: boolean) => ({
    doctor: (flags: unknown) => {
      calls.push(flags)
      return Promise.resolve({ isHealthy, findings: isHealthy ? [ORPHANS] : [INDEXES, ORPHANS] })
    },
  })

  const sick = await run(["doctor", "--repair", "--data-dir", "/d"], { entryPoints: doctorFinding(false) })
  const well = await run(["doctor", "--json"], { entryPoints: doctorFinding(true) })

  expect(sick.exitCode).toBe(1)
  expect(sick.outText()).toBe(
    "error    index files     1 of 3 damaged\nwarning  orphans         2 orphans\n         why\n         repaired: gone\n",
  )
  expect(well.exitCode).toBe(0)
  expect(JSON.parse(well.outText())).toEqual({ isHealthy: true, findings: [ORPHANS] })
  expect(calls).toEqual([
    { isRepairing: true, dataDir: "/d" },
    { isRepairing: false, dataDir: undefined },
  ])
})
