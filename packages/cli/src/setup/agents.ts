import { applicationFolder, homeOf, joinPath, type Machine, settingsFolder } from "./config-paths.ts"

/** Value that stands in a configuration. */
export type Entry = Readonly<Record<string, string | boolean | Readonly<Record<string, string>>>>

/** The server to write down. */
export interface ServerToSet {
  /** Address of the MCP server. */
  readonly url: string
  /** Key that is written into the file. */
  readonly apiKey?: string | undefined
  /** Environment variable that holds the key, where the agent can read one. */
  readonly keyVariable?: string | undefined
}

/** A coding agent and its configuration. */
export interface Agent {
  readonly name: string
  readonly title: string
  readonly format: "json" | "toml"
  /** Keys that lead to the list of servers. */
  readonly listPath: readonly string[]
  /** File of the person: the first that exists counts, else the first. */
  readonly userFiles: (machine: Machine) => readonly string[]
  /** File of a project, below its folder; undefined when the agent has none. */
  readonly projectFile: string | undefined
  /** Writes the address and, with a key, how it is sent. */
  readonly entryOf: (server: ServerToSet) => Entry
}

/** Fields of an entry that say where the server is; what else stands there is the person's own. */
export const TRANSPORT_FIELDS = ["type", "url", "httpUrl", "serverUrl", "command", "args", "env"] as const

/** Makes the headers, with the agent's own way to name an environment variable. */
function headersOf(
  { apiKey, keyVariable }: ServerToSet,
  reference: ((variable: string) => string) | undefined,
): { headers?: Record<string, string> } {
  const key = apiKey ?? (keyVariable === undefined ? undefined : reference?.(keyVariable))
  return key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }
}

const inBraces = (variable: string) => `\${${variable}}`
const inEnvBraces = (variable: string) => `\${env:${variable}}`

/** The agents that `lectern setup` knows, in the order in which they are shown. */
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
