import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"

/** Lets a process idle until V8 shrinks its young generation, then creates objects of which many survive. */
const PROGRAM = `
import { setTimeout as pause } from "node:timers/promises"
import { getHeapSpaceStatistics } from "node:v8"
import { limitHeapGrowth } from ${JSON.stringify(new URL("./limit-heap-growth.ts", import.meta.url).href)}

const megabytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size / 2 ** 20
limitHeapGrowth(8 * 2 ** 20)
for (let round = 0; round < 20 && megabytes() > 4; round++) {
  await pause(100)
  gc()
}
const idle = megabytes()
const kept = []
for (let round = 0; round < 400; round++) {
  kept[round % 20] = Array.from({ length: 5_000 }, (_, at) => ({ round, at }))
  await pause(0)
}
process.stdout.write(JSON.stringify({ idle, busy: megabytes() }))
`

it("lets a young generation that shrank while the server was idle grow again, up to a limit", async () => {
  const args = ["--expose-gc", "--import", "tsx", "--input-type=module", "-e", PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { idle, busy } = JSON.parse(stdout) as { readonly idle: number; readonly busy: number }

  expect(busy).toBeGreaterThanOrEqual(8)
  // Some versions of Node start with more.
  expect(busy).toBeLessThanOrEqual(Math.max(16, idle))
})
