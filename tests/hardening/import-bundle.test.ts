import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ImportLibrariesResponse } from "@lectern/contract"
import { createBundleScanner } from "../../packages/server/src/service/portable/bundle-scanner.ts"
import { startProgram, type Program } from "../requirements/program.ts"

let program: Program
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())

const importing = (body: string) =>
  program.call("POST", "/api/v2/import-libraries", {
    key: program.key,
    body,
    headers: { "content-type": "application/json" },
  })

describe("a bundle from a stranger", () => {
  it("of nothing but brackets is refused while it arrives, however many there are", () => {
    const scanner = createBundleScanner({ onLibrary: () => undefined, onMember: () => undefined })
    scanner.push('{"libraries":[')
    let taken = 0

    expect(() => {
      for (; taken < 200; taken++) scanner.push("[".repeat(1_000_000))
    }).toThrow("nested more than 32 levels deep")
    expect(taken).toBe(0)
  })

  it("with an entry of any size is refused at 64 million characters", () => {
    const scanner = createBundleScanner({ onLibrary: () => undefined, onMember: () => undefined })
    scanner.push('{"libraries":[{"project":"/evil/bomb","description":"')
    const piece = "a".repeat(1024 * 1024)
    let taken = 0

    expect(() => {
      for (; taken < 500; taken++) scanner.push(piece)
    }).toThrow("one of its entries has more than 64 million characters")
    expect(taken).toBeLessThan(65)
  })

  it("is answered with 400 over HTTP when it is nested, and the server goes on", async () => {
    const nested = await importing(`{"libraries":[${"[".repeat(100_000)}${"]".repeat(100_000)}]}`)
    const health = await program.call("GET", "/api/health")

    expect([nested.status, health.status]).toEqual([400, 200])
  })

  it("cannot bring fields that are longer than a source may have them", async () => {
    const good = { project: "/otter/short", title: "Short", description: "Short.", codeSnippets: [], infoSnippets: [] }
    const snippet = { id: "https://docs.example/a", content: "The otter swims.", breadcrumb: "", pageTitle: "A" }
    const answer = await importing(
      JSON.stringify({
        libraries: [
          { ...good, infoSnippets: [snippet] },
          { ...good, project: "/evil/description", description: "x".repeat(5_001) },
          { ...good, project: "/evil/title", title: "x".repeat(501) },
          { ...good, project: "/evil/page", infoSnippets: [{ ...snippet, pageTitle: "x".repeat(5_001) }] },
        ],
      }),
    )

    expect(ImportLibrariesResponse.parse(answer.json)).toMatchObject({
      queued: ["/otter/short"],
      skipped: [
        { project: "/evil/description", reason: "description: must have at most 5000 characters, got 5001" },
        { project: "/evil/title", reason: "title: must have at most 500 characters, got 501" },
        { project: "/evil/page", reason: "infoSnippets.pageTitle: must have at most 5000 characters, got 5001" },
      ],
    })
    await program.settle("/otter/short")
  })
})
