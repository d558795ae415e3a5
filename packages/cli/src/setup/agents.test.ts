import { describe, expect, it } from "vitest"
import type { Machine } from "./config-paths.ts"
import { AGENTS } from "./agents.ts"

const on = (platform: NodeJS.Platform, environment: Record<string, string>): Machine => ({
  platform,
  environment,
  project: "/work",
})
const LINUX = on("linux", { HOME: "/home/ada" })
const MAC = on("darwin", { HOME: "/Users/ada" })
const WINDOWS = on("win32", { USERPROFILE: "C:\\Users\\ada", APPDATA: "C:\\Users\\ada\\AppData\\Roaming" })

const fileOf = (name: string, machine: Machine) => AGENTS.find((agent) => agent.name === name)?.userFiles(machine)[0]

describe("files of agents", () => {
  it.each([
    ["claude", "/home/ada/.claude.json", "/Users/ada/.claude.json", "C:\\Users\\ada\\.claude.json"],
    ["cursor", "/home/ada/.cursor/mcp.json", "/Users/ada/.cursor/mcp.json", "C:\\Users\\ada\\.cursor\\mcp.json"],
    [
      "vscode",
      "/home/ada/.config/Code/User/mcp.json",
      "/Users/ada/Library/Application Support/Code/User/mcp.json",
      "C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json",
    ],
    ["codex", "/home/ada/.codex/config.toml", "/Users/ada/.codex/config.toml", "C:\\Users\\ada\\.codex\\config.toml"],
    [
      "opencode",
      "/home/ada/.config/opencode/opencode.json",
      "/Users/ada/.config/opencode/opencode.json",
      "C:\\Users\\ada\\.config\\opencode\\opencode.json",
    ],
    [
      "gemini",
      "/home/ada/.gemini/settings.json",
      "/Users/ada/.gemini/settings.json",
      "C:\\Users\\ada\\.gemini\\settings.json",
    ],
    [
      "windsurf",
      "/home/ada/.codeium/windsurf/mcp_config.json",
      "/Users/ada/.codeium/windsurf/mcp_config.json",
      "C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json",
    ],
    [
      "zed",
      "/home/ada/.config/zed/settings.json",
      "/Users/ada/.config/zed/settings.json",
      "C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json",
    ],
  ])("%s keeps its own on every system", (name, linux, mac, windows) => {
    expect([LINUX, MAC, WINDOWS].map((machine) => fileOf(name, machine))).toEqual([linux, mac, windows])
  })

  it("follow the environment variables that relocate them", () => {
    expect(fileOf("codex", on("linux", { CODEX_HOME: "/opt/codex" }))).toBe("/opt/codex/config.toml")
    expect(fileOf("claude", on("linux", { CLAUDE_CONFIG_DIR: "/opt/claude" }))).toBe("/opt/claude/.claude.json")
    expect(fileOf("zed", on("linux", { XDG_CONFIG_HOME: "/opt/x" }))).toBe("/opt/x/zed/settings.json")
  })
})

describe("entries of agents", () => {
  it("have each agent's format, with a reference to the key if the agent supports references", () => {
    const server = { url: "http://s/mcp", keyVariable: "LECTERN_API_KEY" }
    const bearer = (reference: string) => ({ headers: { Authorization: `Bearer ${reference}` } })

    expect(Object.fromEntries(AGENTS.map((agent) => [agent.name, agent.entryOf(server)]))).toEqual({
      claude: { type: "http", url: "http://s/mcp", ...bearer("${LECTERN_API_KEY}") },
      cursor: { url: "http://s/mcp", ...bearer("${env:LECTERN_API_KEY}") },
      vscode: { type: "http", url: "http://s/mcp", ...bearer("${env:LECTERN_API_KEY}") },
      codex: { url: "http://s/mcp", bearer_token_env_var: "LECTERN_API_KEY" },
      opencode: { type: "remote", url: "http://s/mcp", enabled: true, ...bearer("{env:LECTERN_API_KEY}") },
      gemini: { httpUrl: "http://s/mcp", ...bearer("$LECTERN_API_KEY") },
      windsurf: { serverUrl: "http://s/mcp", ...bearer("${env:LECTERN_API_KEY}") },
      zed: { url: "http://s/mcp" },
    })
  })
})
