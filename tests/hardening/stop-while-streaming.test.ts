import { afterAll, beforeAll, expect, it } from "vitest"
import { ListJobsResponse } from "@lectern/contract"
import { startGitHost, type GitHost } from "../requirements/git-host.ts"
import { startProgram, type Program } from "../requirements/program.ts"

let host: GitHost
let program: Program
let release = () => {}
beforeAll(async () => {
  host = await startGitHost()
  program = await startProgram({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8" })
})
afterAll(async () => {
  release()
  await program.close()
  await host.close()
})

it("a server that is stopped ends open streams and fetches, and the job is queued for the next start", async () => {
  await host.commit("slow/docs", { "a.md": "# Slow\n\nThe otter is read while the server stops.\n" })
  release = host.hold()
  const json = { docsRepoUrl: `${host.url}/slow/docs.git` }
  await program.call("POST", "/api/v2/add/repo/git", { key: program.key, json })
  const listed = await program.call("GET", "/api/v2/jobs?libraryId=/slow/docs", { key: program.key })
  const [job] = ListJobsResponse.parse(listed.json).jobs
  const headers = { authorization: `Bearer ${program.key}` }
  const stream = await fetch(`${program.url}/api/v2/jobs/${job!.id}/events`, { headers })
  const reader = stream.body!.getReader()
  const first = await reader.read()

  const beganMs = performance.now()
  const closing = program.close()
  const ended = (async () => {
    for (;;) {
      const { done } = await reader.read()
      if (done) return
    }
  })().catch(() => undefined)
  await ended
  await closing

  expect(new TextDecoder().decode(first.value)).toContain("event: job")
  expect(performance.now() - beganMs).toBeLessThan(9_000)
})
