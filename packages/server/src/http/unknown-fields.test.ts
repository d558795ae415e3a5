import { ROUTES } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "./program.testing.ts"

/** Operations of the public interface that other services have as well; their clients may send further fields. */
const TOLERANT = [
  "addRepositoryHostedA",
  "addRepositoryHostedB",
  "addRepositoryHostedC",
  "addRepository",
  "addWiki",
  "addNotes",
  "addOpenApi",
  "addLlmsTxt",
  "refreshLibrary",
  "importLibraries",
]
const WITH_BODY = ROUTES.filter(({ body }) => body !== undefined)

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram()
})
afterAll(() => program.remove())

const send = (method: "POST" | "PATCH", url: string, payload: object) =>
  program.call({ method, url, payload, headers: asAdmin })

describe("a field that a request does not have", () => {
  it("is refused by every operation of Lectern's own", async () => {
    const tolerant: string[] = []
    for (const { operationId, method, path } of WITH_BODY) {
      const url = path.replaceAll(/\{[^}]+\}/g, "github")
      const { status, text } = await send(method as "POST", url, { unheardOf: 1 })
      if (status !== 400 || !text.includes("unheardOf")) tolerant.push(operationId)
    }

    expect(tolerant.toSorted()).toEqual(TOLERANT.toSorted())
  })

  it("is named with the fields that there are, and nothing is created", async () => {
    const { status, json } = await send("POST", "/api/v2/keys", { name: "deploy", expiresAt: "2027-01-01T00:00:00Z" })

    expect(status).toBe(400)
    expect(json).toEqual({
      error: "validation_error",
      message: "unknown field expiresAt. Known fields: name",
    })
    const keys = await program.call({ url: "/api/v2/keys", headers: asAdmin })
    expect(keys.text).not.toContain("deploy")
  })

  it("is answered with the field that it resembles, beside the other problems", async () => {
    const { json } = await send("POST", "/api/v2/webhooks", { event: ["job.failed"] })

    expect(json).toEqual({
      error: "validation_error",
      message: "url: is required; unknown field event. Did you mean events?",
    })
  })

  it("is found in objects inside the body", async () => {
    const file = { path: "a.md", bytes: 1, hash: "0".repeat(64), mode: 7 }
    const { json } = await send("POST", "/api/v2/add/folder/plan", { name: "a", files: [file] })

    expect(json).toMatchObject({ message: expect.stringContaining("files.0: unknown field mode") })
  })

  it("does not make a long answer", async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`unknown${at}`, 1]))
    const { status, text } = await send("POST", "/api/v2/keys", { name: "a", ["x".repeat(100_000)]: 1, ...many })

    expect(status).toBe(400)
    expect(text.length).toBeLessThan(2_000)
  })
})
