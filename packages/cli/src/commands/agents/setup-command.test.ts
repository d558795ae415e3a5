import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { parse as parseJson } from "jsonc-parser"
import { parse as parseToml } from "smol-toml"
import { describe, expect, it } from "vitest"
import { sendJson } from "../../contract-server.testing.ts"
import { aFolder, aServer, KEY, run } from "../../run-command.testing.ts"

/** Nothing listens there. */
const NOWHERE = "http://127.0.0.1:9"
const URL_OF_MCP = `${NOWHERE}/mcp`

/** Files as the agents themselves write them, with what people add. */
const REAL_FILES = {
  ".claude.json": `{
  "numStartups": 214,
  "tipsHistory": { "new-user-warmup": 7 },
  "mcpServers": {
    "github": { "type": "http", "url": "https://api.githubcopilot.com/mcp/" }
  },
  "projects": { "/home/ada/app": { "allowedTools": [], "mcpServers": {}, "hasTrustDialogAccepted": true } }
}`,
  ".cursor/mcp.json": `{\n  "mcpServers": {\n    "postgres": {\n      "command": "npx",\n      "args": ["-y", "@modelcontextprotocol/server-postgres"]\n    }\n  }\n}\n`,
  ".config/Code/User/mcp.json": `{\n\t"servers": {\n\t\t// from the gallery\n\t\t"playwright": { "type": "stdio", "command": "npx", "args": ["@playwright/mcp@latest"] },\n\t},\n\t"inputs": [{ "id": "token", "type": "promptString", "password": true }]\n}\n`,
  ".codex/config.toml": `model = "gpt-5-codex"\n\n# local tools\n[mcp_servers.docs]\ncommand = "docs-server"\nargs = ["--stdio"]\n\n[projects."/home/ada/app"]\ntrust_level = "trusted"\n`,
  ".config/opencode/opencode.jsonc": `{\n  "$schema": "https://opencode.ai/config.json",\n  // "autoupdate": false,\n  "theme": "opencode"\n}\n`,
  ".gemini/settings.json": `{\n  "security": { "auth": { "selectedType": "oauth-personal" } },\n  "ui": { "theme": "Default" }\n}\n`,
  ".codeium/windsurf/mcp_config.json": `{\n  "mcpServers": {}\n}`,
  ".config/zed/settings.json": `// Zed settings\n//\n// For information on how to configure Zed, see the documentation.\n{\n  "ui_font_size": 16,\n  "theme": {\n    "mode": "system",\n    "dark": "One Dark", // at night\n  },\n}\n`,
} as const

async function aHome(files: Readonly<Record<string, string>>): Promise<string> {
  const home = await aFolder()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  return home
}
const read = (home: string, path: string) => readFile(join(home, path), "utf8")
const setup = (home: string, argv: string[], environment: Record<string, string> = {}) =>
  run(["setup", ...argv], { environment: { HOME: home, LECTERN_URL: NOWHERE, ...environment } })

describe("lectern setup", () => {
  it("configures every agent that it finds, and keeps other entries and a backup", async () => {
    const home = await aHome(REAL_FILES)

    const { exitCode, outText } = await setup(home, ["--yes"])

    expect([exitCode, outText()]).toEqual([0, expect.stringContaining("claude  changed")])
    for (const [path, before] of Object.entries(REAL_FILES)) {
      const after = await read(home, path)
      const parse = (text: string): Record<string, unknown> =>
        path.endsWith(".toml") ? parseToml(text) : parseJson(text)
      for (const key of Object.keys(parse(before))) {
        expect(parse(after)[key]).toMatchObject(parse(before)[key] as object)
      }
      expect(after).toContain(URL_OF_MCP)
      for (const comment of before.match(/(?:\/\/|#) [^\n]+/g) ?? []) expect(after).toContain(comment)
      const [backup] = (await readdir(dirname(join(home, path)))).filter((name) => name.endsWith(".bak"))
      expect(await readFile(join(dirname(join(home, path)), backup!), "utf8")).toBe(before)
    }
    expect(parseJson(await read(home, ".claude.json")).mcpServers.lectern).toEqual({ type: "http", url: URL_OF_MCP })
    expect(parseJson(await read(home, ".config/opencode/opencode.jsonc")).mcp.lectern.type).toBe("remote")
  })

  it("changes nothing the second time, and restores the files with --remove", async () => {
    const home = await aHome(REAL_FILES)
    await setup(home, ["--yes"])
    const filesBefore = await readdir(home, { recursive: true })

    const again = await setup(home, ["--json"])
    expect(new Set(JSON.parse(again.outText()).agents.map((agent: { state: string }) => agent.state))).toEqual(
      new Set(["unchanged"]),
    )
    expect(await readdir(home, { recursive: true })).toEqual(filesBefore)

    await setup(home, ["--remove", "--yes"])
    expect(parseToml(await read(home, ".codex/config.toml"))).toEqual(parseToml(REAL_FILES[".codex/config.toml"]))
    expect(await read(home, ".cursor/mcp.json")).not.toContain("lectern")
    expect(await read(home, ".config/zed/settings.json")).not.toContain("127.0.0.1")
  })

  it("removes everything that it created, and keeps everything else", async () => {
    const others = { ".codex/AGENTS.md": "# Rules\n", ".cursor/mcp.json": '{ "mcpServers": {} } // mine\n' }
    const home = await aHome(others)
    const before = await readdir(home, { recursive: true })
    const agents = ["claude", "codex", "cursor", "gemini", "opencode", "vscode", "windsurf", "zed"]

    await setup(home, [...agents, "--yes"])
    const removed = await setup(home, [...agents, "--remove", "--yes"])

    expect(removed.exitCode).toBe(0)
    const after = (await readdir(home, { recursive: true })).filter((path) => !path.endsWith(".bak"))
    expect(after.toSorted()).toEqual([...before, ".config"].toSorted())
    expect(await read(home, ".cursor/mcp.json")).toContain("// mine")
  })

  it("removes a link with the file that it leads to, so that the file can be created again", async () => {
    const home = await aHome({ "dotfiles/mcp.json": "{}" })
    await mkdir(join(home, ".cursor"))
    await symlink(join(home, "dotfiles/mcp.json"), join(home, ".cursor/mcp.json"))

    await setup(home, ["cursor", "--yes"])
    await setup(home, ["cursor", "--remove", "--yes"])
    const again = await setup(home, ["cursor", "--yes"])

    expect(again.outText()).toContain("cursor  changed")
  })

  it("rejects what is not the id of a library, and completes an id without its slash", async () => {
    const home = await aFolder()

    const name = await setup(home, ["cursor", "--yes", "--library", "hono"])
    const version = await setup(home, ["cursor", "--yes", "--library", "/a/b/1.0"])
    const empty = await readdir(home)
    await setup(home, ["cursor", "--yes", "--library", "docs/x", "--library", "/a/b"])

    expect([name.exitCode, version.exitCode, empty]).toEqual([2, 2, []])
    expect(name.errText()).toContain("invalid --library hono")
    expect(version.errText()).toContain("remove the version: /a/b")
    expect(await read(home, ".cursor/mcp.json")).toContain("/mcp?libraries=/docs/x,/a/b")
  })

  it("fails if the server answers that it does not accept the configuration", async () => {
    const { url } = await aServer({
      "GET /api/auth/mcp": sendJson(200, { enabled: false }),
      "POST /mcp": sendJson(400, { error: "validation_error", message: "libraries: too many" }),
    })

    const { exitCode, errText } = await setup(await aFolder(), ["cursor", "--yes", "--url", url])

    expect([exitCode, errText()]).toEqual([
      1,
      expect.stringContaining("refuses the configuration: libraries: too many"),
    ])
  })

  it("shows no key, neither a new one nor one that is replaced or removed", async () => {
    const home = await aHome(REAL_FILES)
    const [first, second] = ["lectern_first-secret", "lectern_second-secret"]

    const runs = [
      await setup(home, ["zed", "--api-key", first, "--yes"]),
      await setup(home, ["zed", "--api-key", second, "--yes"]),
      await setup(home, ["zed", "--remove", "--yes"]),
    ]

    for (const { outText, errText } of runs) expect(outText() + errText()).not.toContain("secret")
    expect(runs.at(-1)?.errText()).toContain("Bearer <key>")
  })

  it("shows the change, and writes it only after confirmation", async () => {
    const home = await aHome({ ".cursor/mcp.json": REAL_FILES[".cursor/mcp.json"] })
    const answer = (stdinText: string) =>
      run(["setup", "cursor"], { environment: { HOME: home, LECTERN_URL: NOWHERE }, stdinText })

    const declined = await answer("n\n")
    expect([declined.exitCode, declined.errText()]).toEqual([
      1,
      expect.stringContaining(`+       "url": "${URL_OF_MCP}"`),
    ])
    expect(await read(home, ".cursor/mcp.json")).toBe(REAL_FILES[".cursor/mcp.json"])

    const unasked = await setup(home, ["cursor"])
    expect([unasked.exitCode, unasked.errText()]).toEqual([2, expect.stringContaining("add --yes")])

    expect((await answer("y\n")).exitCode).toBe(0)
    expect(await read(home, ".cursor/mcp.json")).toContain(URL_OF_MCP)
  })

  it("keeps a file that it cannot parse, and continues with the others", async () => {
    const broken = '{ "mcpServers": { "a": {} '
    const home = await aHome({ ".cursor/mcp.json": broken, ".gemini/settings.json": "{}" })

    const { exitCode, outText } = await setup(home, ["--yes"])

    expect([exitCode, outText()]).toEqual([
      1,
      expect.stringMatching(/cursor {2}failed: .*mcp\.json: invalid JSON on line 1/),
    ])
    expect(await read(home, ".cursor/mcp.json")).toBe(broken)
    expect(await read(home, ".gemini/settings.json")).toContain("httpUrl")
  })

  it("writes a given key into a file that only the user can read, and never prints it", async () => {
    const home = await aFolder()

    const { exitCode, errText, outText } = await setup(home, ["cursor", "codex", "--yes", "--api-key", KEY])

    expect(exitCode).toBe(0)
    expect(errText() + outText()).not.toContain(KEY)
    expect(parseJson(await read(home, ".cursor/mcp.json")).mcpServers.lectern.headers).toEqual({
      Authorization: `Bearer ${KEY}`,
    })
    expect(parseToml(await read(home, ".codex/config.toml"))).toMatchObject({
      mcp_servers: { lectern: { http_headers: { Authorization: `Bearer ${KEY}` } } },
    })
    expect((await stat(join(home, ".cursor/mcp.json"))).mode & 0o777).toBe(0o600)
  })

  it("refers to a key in the environment, and keeps the user's own options and headers", async () => {
    const own = '{ "mcpServers": { "lectern": { "command": "old", "disabled": true, "headers": { "X-Team": "a" } } } }'
    const home = await aHome({ ".cursor/mcp.json": own })

    await setup(home, [
      "cursor",
      "--yes",
      "--url",
      "https://docs.corp/lectern/",
      "--library",
      "/a/b",
      "--library",
      "/c/d",
    ])
    expect(parseJson(await read(home, ".cursor/mcp.json")).mcpServers.lectern).toEqual({
      url: "https://docs.corp/lectern/mcp?libraries=/a/b,/c/d",
      disabled: true,
      headers: { "X-Team": "a" },
    })

    await setup(home, ["cursor", "--yes"], { LECTERN_API_KEY: KEY })
    const text = await read(home, ".cursor/mcp.json")
    expect(text).toContain("Bearer ${env:LECTERN_API_KEY}")
    expect(text).not.toContain(KEY)
  })

  it("writes to the target of a symbolic link and keeps the link", async () => {
    const home = await aHome({ "dotfiles/mcp.json": "{}" })
    await mkdir(join(home, ".cursor"))
    await symlink(join(home, "dotfiles/mcp.json"), join(home, ".cursor/mcp.json"))

    await setup(home, ["cursor", "--yes"])

    expect((await lstat(join(home, ".cursor/mcp.json"))).isSymbolicLink()).toBe(true)
    expect(await read(home, "dotfiles/mcp.json")).toContain(URL_OF_MCP)
  })

  it("reports unknown agents", async () => {
    const home = await aFolder()

    const [unknown, nobody, noProject] = await Promise.all([
      setup(home, ["emacs"]),
      setup(home, []),
      setup(home, ["windsurf", "--project", "--yes"]),
    ])

    expect([unknown.exitCode, unknown.errText()]).toEqual([2, expect.stringContaining("unknown agent emacs")])
    expect([nobody.exitCode, nobody.errText()]).toEqual([3, expect.stringContaining("no coding agents found")])
    expect([noProject.exitCode, noProject.outText()]).toEqual([
      1,
      expect.stringContaining("does not support project configurations"),
    ])
  })
})

/** A server that does or does not require a key, and answers MCP. */
const anInstance = (enabled: boolean) =>
  aServer({
    "GET /api/auth/mcp": sendJson(200, { enabled }),
    "POST /mcp": (request, response) => {
      const isAllowed = !enabled || request.headers.authorization === `Bearer ${KEY}`
      const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "lectern", version: "1" } }
      if (isAllowed) sendJson(200, { jsonrpc: "2.0", id: 1, result })(request, response)
      else sendJson(401, { error: "invalid_api_key", message: "no" })(request, response)
    },
  })

describe("the key that lectern setup writes", () => {
  it("is omitted if the instance requires no key, and an existing reference is removed", async () => {
    const reference =
      '{ "mcpServers": { "lectern": { "headers": { "Authorization": "Bearer ${env:LECTERN_API_KEY}" } } } }'
    const home = await aHome({ ".cursor/mcp.json": reference })
    const { url } = await anInstance(false)

    const { exitCode, errText } = await setup(home, ["cursor", "codex", "--yes", "--url", url], {
      LECTERN_API_KEY: KEY,
    })

    expect(exitCode).toBe(0)
    expect(parseJson(await read(home, ".cursor/mcp.json")).mcpServers.lectern).toEqual({ url: `${url}/mcp` })
    expect(await read(home, ".codex/config.toml")).not.toContain("LECTERN_API_KEY")
    expect(errText()).toContain(`connected: lectern answers at ${url}/mcp`)
    expect(errText()).not.toContain("in the environment of your editor")
  })

  it("is a reference if the instance requires one, with instructions and the result of a check", async () => {
    const home = await aFolder()
    const { url } = await anInstance(true)

    const without = await setup(home, ["cursor", "--yes", "--url", url])
    const withKey = await setup(home, ["cursor", "--yes", "--url", url], { LECTERN_API_KEY: KEY })
    const wrong = await setup(home, ["cursor", "--yes", "--url", url, "--json"], { LECTERN_API_KEY: "lectern_wrong" })

    expect(await read(home, ".cursor/mcp.json")).toContain("Bearer ${env:LECTERN_API_KEY}")
    expect(without.errText()).toMatch(
      /set LECTERN_API_KEY in the environment of your editor: [\s\S]*the server requires a key/,
    )
    expect(withKey.errText()).toContain("connected: lectern answers")
    expect([without.exitCode, wrong.exitCode]).toEqual([0, 1])
    expect(JSON.parse(wrong.outText()).connection).toEqual({
      ok: false,
      message: expect.stringContaining("does not accept the key"),
    })
  })

  it("cannot be determined if the server is unreachable, which is reported without failing", async () => {
    const { exitCode, errText } = await setup(await aFolder(), ["cursor", "--yes"])

    expect([exitCode, errText()]).toEqual([0, expect.stringContaining(`cannot reach ${URL_OF_MCP}`)])
  })
})

describe("the rules that lectern setup writes", () => {
  const AGENTS_MD = "# My rules\r\n\n- no emoji"

  it("go into the agents' skills and rule files, and every other byte is kept", async () => {
    const home = await aHome({ ".codex/AGENTS.md": AGENTS_MD })

    await setup(home, ["claude", "codex", "gemini", "--yes"])
    const codex = await read(home, ".codex/AGENTS.md")
    const again = await setup(home, ["claude", "codex", "gemini", "--yes"])
    await setup(home, ["claude", "codex", "gemini", "--remove", "--yes"])

    expect(codex.startsWith(`${AGENTS_MD}\n\n<!-- lectern:start`)).toBe(true)
    expect(codex).toContain("Call `resolve-library-id`")
    expect(again.outText()).not.toContain("  changed")
    expect(await read(home, ".codex/AGENTS.md")).toBe(`${AGENTS_MD}\n`)
    await expect(read(home, ".gemini/GEMINI.md")).rejects.toThrow("ENOENT")
    await expect(read(home, ".claude/skills/lectern/SKILL.md")).rejects.toThrow("ENOENT")
  })

  it("are a skill for Claude Code, with the name and description that it requires", async () => {
    const home = await aFolder()

    await setup(home, ["claude", "--yes"])

    expect(await read(home, ".claude/skills/lectern/SKILL.md")).toMatch(
      /^---\nname: lectern\ndescription: .+\n---\n\n## /,
    )
  })

  it("are not written with --no-rules", async () => {
    const home = await aFolder()

    await setup(home, ["claude", "codex", "--yes", "--no-rules"])

    expect((await readdir(home, { recursive: true })).filter((path) => path.endsWith(".md"))).toEqual([])
  })
})
