import { describe, expect, it } from "vitest"
import { BadSettings, readSettings } from "./settings.ts"

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return error instanceof BadSettings ? error.problems : [String(error)]
  }
}

describe("settings of accounts that are connected by consent", () => {
  it.each([
    [{}, []],
    [
      { LECTERN_NOTION_CLIENT_ID: "id" },
      [
        "LECTERN_NOTION_CLIENT_SECRET: required when LECTERN_NOTION_CLIENT_ID is set",
        "LECTERN_PUBLIC_URL: required when LECTERN_NOTION_CLIENT_ID is set, because the service redirects people back to it",
      ],
    ],
    [
      { LECTERN_CONFLUENCE_CLIENT_SECRET: "s", LECTERN_PUBLIC_URL: "https://a.example" },
      ["LECTERN_CONFLUENCE_CLIENT_ID: required when LECTERN_CONFLUENCE_CLIENT_SECRET is set"],
    ],
    [
      { LECTERN_CONFLUENCE_API_URL: "https://a.example/path" },
      [
        'LECTERN_CONFLUENCE_API_URL: "https://a.example/path" must be an address without a path. Allowed: an http or https URL',
      ],
    ],
  ])("of %j lack %j", (environment: Readonly<Record<string, string>>, problems) => {
    expect(problemsOf(environment)).toEqual(problems)
  })

  it("keep addresses without a slash at the end", () => {
    const { LECTERN_NOTION_API_URL: url } = readSettings({ LECTERN_NOTION_API_URL: "https://proxy.example/" })

    expect(url).toBe("https://proxy.example")
  })
})
