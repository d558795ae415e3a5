import { expect, it } from "vitest"
import { run } from "../../run-command.testing.ts"

it("prints the contents of the bundle", async () => {
  const calls: unknown[] = []
  const supportBundle = (flags: unknown) => {
    calls.push(flags)
    return Promise.resolve(["about.json", "log.txt"])
  }

  const done = await run(["support-bundle", "report.zip", "--log", "a.log"], { entryPoints: { supportBundle } })

  expect(done.exitCode).toBe(0)
  expect(done.outText()).toBe("wrote report.zip: about.json, log.txt\n")
  expect(calls).toEqual([{ path: "report.zip", logFile: "a.log", dataDir: undefined }])
})
