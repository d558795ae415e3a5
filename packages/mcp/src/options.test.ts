import { describe, expect, it } from "vitest"
import { BadOptions, readOptions } from "./options.ts"

describe("readOptions", () => {
  it("takes the command line before the environment, and the default address last", () => {
    const environment = { LECTERN_URL: "https://docs.corp", LECTERN_API_KEY: "lectern_env" }

    expect(readOptions(["--url", "http://a:1", "--api-key=lectern_arg"], environment)).toEqual({
      url: "http://a:1",
      apiKey: "lectern_arg",
      wants: "serve",
    })
    expect(readOptions([], environment)).toMatchObject({ url: "https://docs.corp", apiKey: "lectern_env" })
    expect(readOptions([], { LECTERN_URL: "", LECTERN_API_KEY: "" })).toMatchObject({
      url: "http://127.0.0.1:3000",
      apiKey: undefined,
    })
  })

  it("takes the address of the MCP server for that of its server", () => {
    expect(readOptions(["--url", "https://docs.corp/lectern/mcp/"], {}).url).toBe("https://docs.corp/lectern")
  })

  it("knows help and version", () => {
    expect([readOptions(["--help"], {}).wants, readOptions(["--version"], {}).wants]).toEqual(["help", "version"])
  })

  it.each([
    [["--url", "docs.corp"], "is not the URL of a server"],
    [["--url", "ftp://docs.corp"], "is not the URL of a server"],
    [["--token", "x"], "--token"],
    [["--url"], "--url"],
    [["extra"], "extra"],
  ])("refuses %j", (argv, problem) => {
    expect(() => readOptions(argv, {})).toThrow(BadOptions)
    expect(() => readOptions(argv, {})).toThrow(problem)
  })
})
