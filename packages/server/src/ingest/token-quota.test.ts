import { expect, it } from "vitest"
import { createWorker } from "./run/worker.ts"
import { openTestWorker, textSource, until } from "./run/test-worker.testing.ts"

it("a private library that outgrows the plan fails with its code, and what was served stays", async () => {
  const words = (count: number) => `# Otters\n\n${"Otters swim in the river every day. ".repeat(count)}\n`
  let text = words(3)
  const testWorker = await openTestWorker(() => Promise.resolve(textSource({ "a.md": text })))
  const worker = createWorker({ ...testWorker, concurrency: 1, maxTokensOf: (plan) => (plan === "team" ? 100 : 0) })
  const stopping = new AbortController()
  const running = worker.run(stopping.signal)
  const ended = (id: string) =>
    until(async () => {
      const job = await testWorker.catalogue.jobs.byId(id)
      return job?.state === "succeeded" || job?.state === "failed" ? job : undefined
    })
  const { key: teamspaceKey } = await testWorker.catalogue.teamspaces.add({ name: "Otters", plan: "team" })
  const { library, job } = await testWorker.submit({ isPrivate: true, teamspaceKey })
  const first = await ended(job.id)
  const served = await testWorker.catalogue.versions.get(library.key, "")

  text = words(200)
  const more = await testWorker.catalogue.jobs.add({ ...job, payload: { cause: "refresh" } })
  const second = await ended(more.id)
  stopping.abort()
  await running

  expect(first.state).toBe("succeeded")
  expect(second).toMatchObject({ state: "failed", errorCode: "spending_limit_exceeded" })
  expect(second.errorMessage).toMatch(/plan team allows 100 tokens in private libraries, and there would be \d+/)
  expect(await testWorker.catalogue.versions.get(library.key, "")).toMatchObject({
    indexHash: served?.indexHash,
    totalTokens: served?.totalTokens,
    state: "finalized",
  })
  await testWorker.close()
})
