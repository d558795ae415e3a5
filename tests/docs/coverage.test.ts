import { ERROR_CODES, MCP_TOOLS, ROUTES } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { settingsSchema } from "../../packages/server/src/config/settings.ts"
import { commandNames } from "./commands.ts"
import { headingsOf, readPage } from "./pages.ts"

describe("the documentation", () => {
  it.each(Object.keys(settingsSchema.shape))("has a heading for the setting %s", (name) => {
    expect(headingsOf(readPage("docs/settings.md").text)).toContain(name)
  })

  it.each(ROUTES.map((route) => `${route.method} ${route.path}`))("has a row for %s", (request) => {
    expect(readPage("docs/api.md").text).toContain(`| \`${request}\` |`)
  })

  it("has no row for a request that is not served", () => {
    const requests = new Set(ROUTES.map((route) => `${route.method} ${route.path}`))
    const rows = [...readPage("docs/api.md").text.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)` \|/gm)]

    expect(rows.length).toBeGreaterThanOrEqual(ROUTES.length)
    expect(rows.map(([, request = ""]) => request).filter((request) => !requests.has(request))).toEqual([])
  })

  it.each(Object.keys(ERROR_CODES))("has a row with a status for the error code %s", (code) => {
    expect(readPage("docs/errors.md").text).toMatch(new RegExp(`^\\| \`${code}\` \\| [2345]\\d\\d \\|`, "m"))
  })

  it.each(commandNames())("has a heading for the command %s", (name) => {
    const headings = headingsOf(readPage("docs/command-line.md").text).map((heading) => heading.replaceAll("`", ""))

    expect(headings.filter((heading) => new RegExp(`^(lectern )?${name}\\b`).test(heading))).not.toEqual([])
  })

  it.each(Object.values(MCP_TOOLS))("has a heading for the tool %s", (name) => {
    expect(headingsOf(readPage("docs/mcp.md").text).some((heading) => heading.includes(name))).toBe(true)
  })
})
