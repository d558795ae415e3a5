import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { once } from "node:events"
import { expect, it } from "vitest"
import { processorMsOf, watchProcessorTime } from "./watch-processor-time.ts"

const watched = (limitMs: number, processorMs: () => number, maxStretch: number) =>
  new Promise<void>((resolve) => {
    watchProcessorTime(limitMs, { processorMs, maxStretch }, resolve)
  })

it("calls when the processor's time is used up, whatever the clock says", async () => {
  let usedMs = 0

  await watched(20, () => (usedMs += 10), Number.MAX_SAFE_INTEGER)

  expect(usedMs).toBeGreaterThanOrEqual(20)
})

it("calls when work has waited too long for the processor", async () => {
  const started = performance.now()

  await watched(10, () => 0, 3)

  expect(performance.now() - started).toBeGreaterThanOrEqual(24)
})

it.runIf(existsSync("/proc/self/stat"))("counts what another process works, not how long it waits", async () => {
  const script = `while (process.cpuUsage().user < 300_000); console.log("worked"); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] })
  try {
    await once(child.stdout, "data")

    expect(processorMsOf(child.pid)).toBeGreaterThanOrEqual(290)
    expect(processorMsOf(child.pid)).toBeLessThan(5000)
  } finally {
    child.kill("SIGKILL")
  }
})

it("counts time on the clock where nothing is told of a process", () => {
  const before = performance.now()

  expect(processorMsOf(undefined)).toBeGreaterThanOrEqual(before)
})
