import { applicationFolder, homeOf, joinPath, type Machine, settingsFolder } from "./config-paths.ts"

/** An entry of a configuration. */
export type Entry = Readonly<Record<string, string | boolean | Readonly<Record<string, string>>>>

/** The server to configure. */
export interface ServerToSet {
  /** URL of the MCP server. */
  readonly url: string
  /** Key to write into the file. */
  readonly apiKey?: string | undefined
  /** Environment variable with the key, for agents that can read environment variables. */
  readonly keyVariable?: string | undefined
  /**
   * True if the server has reported that it requires no key. A reference to a key would do more harm than good then.
   */
  readonly isOpen?: boolean | undefined
}

/** A coding agent and its configuration. */
export interface Agent {
  readonly name: string
  readonly title: string
  readonly format: "json" | "toml"
  /** Path of keys to the list of servers. */
  readonly listPath: readonly string[]
  /** The user's files: the first one that exists is used, otherwise the first one in the list. */
  readonly userFiles: (machine: Machine) => readonly string[]
  /** A project's file, relative to the project's folder; undefined if the agent does not support one. */
  readonly projectFile: string | undefined
  /** Returns the entry with the URL and, if there is a key, the header that sends it. */
  readonly entryOf: (server: ServerToSet) => Entry
}

/** Fields of an entry that define the server; all other fields belong to the user. */
export const TRANSPORT_FIELDS = ["type", "url", "httpUrl", "serverUrl", "command", "args", "env"] as const

/** Returns the headers, with the agent's own syntax for environment variables. */
function headersOf(
  { apiKey, keyVariable }: ServerToSet,
  reference: ((variable: string) => string) | undefined,
): { headers?: Record<string, string> } {
  const key = apiKey ?? (keyVariable === undefined ? undefined : reference?.(keyVariable))
  return key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }
}

const inBraces = (variable: string) => `\${${variable}}`
const inEnvBraces = (variable: string) => `\${env:${variable}}`

/** The agents that `lectern setup` supports, in display order. */
export const AGENTS: readonly Agent[] = [
  {
    name: "claude",
    title: "Claude Code",
    format: "json",
    listPath: ["mcpServers"],
    userFiles: (machine) => [
      joinPath(machine, machine.environment["CLAUDE_CONFIG_DIR"] || homeOf(machine), ".claude.json"),
    ],
    projectFile: ".mcp.json",
    entryOf: (server) => ({ type: "http", url: server.url, ...headersOf(server, inBraces) }),
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    listPath: ["mcpServers"],
    userFiles: (machine) => [joinPath(machine, homeOf(machine), ".cursor", "mcp.json")],
    projectFile: ".cursor/mcp.json",
    entryOf: (server) => ({ url: server.url, ...headersOf(server, inEnvBraces) }),
  },
  {
    name: "vscode",
    title: "VS Code",
    format: "json",
    listPath: ["servers"],
    userFiles: (machine) => [joinPath(machine, applicationFolder(machine), "Code", "User", "mcp.json")],
    projectFile: ".vscode/mcp.json",
    entryOf: (server) => ({ type: "http", url: server.url, ...headersOf(server, inEnvBraces) }),
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    listPath: ["mcp_servers"],
    userFiles: (machine) => [
      joinPath(
        machine,
        machine.environment["CODEX_HOME"] || joinPath(machine, homeOf(machine), ".codex"),
        "config.toml",
      ),
    ],
    projectFile: ".codex/config.toml",
    entryOf: ({ url, apiKey, keyVariable }) => ({
      url,
      ...(apiKey === undefined ? {} : { http_headers: { Authorization: `Bearer ${apiKey}` } }),
      ...(apiKey === undefined && keyVariable !== undefined ? { bearer_token_env_var: keyVariable } : {}),
    }),
  },
  {
    name: "opencode",
    title: "opencode",
    format: "json",
    listPath: ["mcp"],
    userFiles: (machine) =>
      ["opencode.json", "opencode.jsonc"].map((file) => joinPath(machine, settingsFolder(machine), "opencode", file)),
    projectFile: "opencode.json",
    entryOf: (server) => ({
      type: "remote",
      url: server.url,
      enabled: true,
      ...headersOf(server, (variable) => `{env:${variable}}`),
    }),
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    format: "json",
    listPath: ["mcpServers"],
    userFiles: (machine) => [joinPath(machine, homeOf(machine), ".gemini", "settings.json")],
    projectFile: ".gemini/settings.json",
    entryOf: (server) => ({ httpUrl: server.url, ...headersOf(server, (variable) => `$${variable}`) }),
  },
  {
    name: "windsurf",
    title: "Windsurf",
    format: "json",
    listPath: ["mcpServers"],
    userFiles: (machine) => [joinPath(machine, homeOf(machine), ".codeium", "windsurf", "mcp_config.json")],
    projectFile: undefined,
    entryOf: (server) => ({ serverUrl: server.url, ...headersOf(server, inEnvBraces) }),
  },
  {
    name: "zed",
    title: "Zed",
    format: "json",
    listPath: ["context_servers"],
    userFiles: (machine) => [
      machine.platform === "win32"
        ? joinPath(machine, applicationFolder(machine), "Zed", "settings.json")
        : joinPath(machine, settingsFolder(machine), "zed", "settings.json"),
    ],
    projectFile: ".zed/settings.json",
    entryOf: (server) => ({ url: server.url, ...headersOf(server, undefined) }),
  },
]
