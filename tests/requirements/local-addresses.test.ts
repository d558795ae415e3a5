import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startProgram, type Program } from "./program.ts"

let program: Program
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())

const requests = (origin: string): readonly (readonly [path: string, json: object])[] => [
  ["repo/git", { docsRepoUrl: `${origin}/owner/repo.git` }],
  ["repo/gitlab", { docsRepoUrl: `${origin}/owner/repo.git`, private: true }],
  ["website", { websiteUrl: `${origin}/docs/` }],
  ["openapi", { openApiUrl: `${origin}/openapi.json` }],
  ["llmstxt", { llmstxtUrl: `${origin}/llms.txt` }],
]

describe("an address of this machine or its network", () => {
  it.each(["http://localhost", "http://localhost.:3000", "http://127.0.0.1", "http://[::1]:8080", "http://10.1.2.3"])(
    "%s is refused at once, by every kind of source",
    async (origin) => {
      const answers = await Promise.all(
        requests(origin).map(([path, json]) => program.call("POST", `/api/v2/add/${path}`, { key: program.key, json })),
      )

      expect(answers.map(({ status, json }) => [status, (json as { error: string }).error])).toEqual(
        answers.map(() => [400, "validation_error"]),
      )
      for (const { json } of answers) {
        expect((json as { message: string }).message).toContain("the address is not allowed")
      }
    },
  )

  it("leaves nothing behind when it is refused", async () => {
    const { json } = await program.call("GET", "/api/v2/jobs", { key: program.key })

    expect(json).toMatchObject({ jobs: [] })
  })
})
