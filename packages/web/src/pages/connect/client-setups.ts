/** Instructions for connecting one client. */
export interface ClientSetup {
  readonly name: string
  /** The location of the text, such as a file. */
  readonly where: string
  readonly code: string
}

/** Placeholder for a user's own key. */
const KEY = "<your API key>"
const KEY_HEADER = "LECTERN_API_KEY"

const json = (value: object) => JSON.stringify(value, null, 2)

/**
 * Describes how to connect each client to a server.
 *
 * @param rootUrl URL of the server, with a trailing slash.
 * @param needsKey true if the server answers only requests with a key.
 */
export function clientSetups(rootUrl: string, needsKey: boolean): readonly [ClientSetup, ...ClientSetup[]] {
  const url = `${rootUrl}mcp`
  const headers = needsKey ? { headers: { [KEY_HEADER]: KEY } } : {}
  const flag = needsKey ? ` --header "${KEY_HEADER}: ${KEY}"` : ""
  const codex = needsKey ? `\nhttp_headers = { "${KEY_HEADER}" = "${KEY}" }` : ""
  const keyVariable = needsKey ? { env: { [KEY_HEADER]: KEY } } : {}
  const stdio = { command: "npx", args: ["-y", "lectern-mcp", "--url", rootUrl.replace(/\/$/, "")], ...keyVariable }
  const curlKey = needsKey ? ` -H "Authorization: Bearer ${KEY}"` : ""
  return [
    { name: "Claude Code", where: "Run in a terminal", code: `claude mcp add --transport http lectern ${url}${flag}` },
    { name: "Cursor", where: "~/.cursor/mcp.json", code: json({ mcpServers: { lectern: { url, ...headers } } }) },
    {
      name: "VS Code",
      where: ".vscode/mcp.json",
      code: json({ servers: { lectern: { type: "http", url, ...headers } } }),
    },
    { name: "Codex", where: "~/.codex/config.toml", code: `[mcp_servers.lectern]\nurl = "${url}"${codex}` },
    {
      name: "opencode",
      where: "opencode.json",
      code: json({ mcp: { lectern: { type: "remote", url, enabled: true, ...headers } } }),
    },
    {
      name: "Gemini CLI",
      where: "~/.gemini/settings.json",
      code: json({ mcpServers: { lectern: { httpUrl: url, ...headers } } }),
    },
    {
      name: "Windsurf",
      where: "~/.codeium/windsurf/mcp_config.json",
      code: json({ mcpServers: { lectern: { serverUrl: url, ...headers } } }),
    },
    {
      name: "Zed",
      where: "settings.json",
      code: json({ context_servers: { lectern: { url, ...headers } } }),
    },
    {
      name: "Local process (stdio)",
      where: "Any client that starts a program",
      code: json({ mcpServers: { lectern: stdio } }),
    },
    {
      name: "curl",
      where: "Run in a terminal",
      code: `curl -G "${rootUrl}api/v2/libs/search"${curlKey} --data-urlencode "libraryName=lectern"`,
    },
  ]
}
