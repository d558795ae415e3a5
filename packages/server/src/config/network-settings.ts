import { isUrl } from "@lectern/contract"
import { z } from "zod"

/** A proxy in the form that users write: `proxy.example:8080` means `http://proxy.example:8080`. */
const proxyUrl = (protocol: "http" | "https", aliases: string) =>
  z
    .string()
    .transform((text) => (text.includes("://") ? text : `http://${text}`))
    .refine(
      isProxyUrl,
      "must be an address such as http://proxy.example:8080, with special characters of the password as %40; SOCKS is not supported",
    )
    .optional()
    .meta({
      form: "an address such as `http://proxy.example:8080`, with `user:password@` before the host if the proxy requires it",
      description: `Proxy for outgoing requests to ${protocol} addresses, git included. Also read from ${aliases}. See [Behind an outgoing proxy](self-hosting.md#behind-an-outgoing-proxy).`,
    })

function isProxyUrl(text: string): boolean {
  if (!isUrl(text)) return false
  const { protocol, hostname, pathname, search, username, password } = new URL(text)
  if (!["http:", "https:"].includes(protocol) || hostname === "" || pathname !== "/" || search !== "") return false
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** Splits `git.example={repository}/tree/{path}` at the first equals sign. */
function gitPageOf(entry: string): readonly [host: string, pattern: string] {
  const at = entry.indexOf("=")
  return [entry.slice(0, Math.max(0, at)).toLowerCase(), entry.slice(at + 1)]
}

function isGitPage([host, pattern]: readonly [host: string, pattern: string]): boolean {
  const url = pattern.replaceAll("{repository}", "https://git.example/repository")
  return /^[\w.-]+$/.test(host) && pattern.includes("{path}") && /^https?:\/\//.test(url) && isUrl(url)
}

/** Settings of outgoing connections, and of the addresses of sources. */
export const NETWORK_SETTINGS = {
  LECTERN_HTTP_PROXY: proxyUrl("http", "`http_proxy` and `HTTP_PROXY`"),
  LECTERN_HTTPS_PROXY: proxyUrl("https", "`https_proxy` and `HTTPS_PROXY`"),
  LECTERN_NO_PROXY: z
    .string()
    .default("")
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .meta({
      form: "host names, domains such as `.corp.example`, addresses and CIDR ranges, each with an optional port, separated by commas, or `*`",
      description:
        "Hosts that are reached directly instead of through a proxy. A name includes its subdomains; a range applies to hosts that are written as an address. This machine (`localhost`, `127.0.0.0/8`, `::1`) is always reached directly. Also read from `no_proxy` and `NO_PROXY`.",
    }),
  LECTERN_PROXY_DNS: z.enum(["server", "proxy"]).default("server").meta({
    description:
      "Where host names are resolved when a proxy is used. With `server`, Lectern resolves and checks each name and asks the proxy to connect to the checked address. With `proxy`, Lectern sends the name to the proxy, which has to refuse private addresses. Set `proxy` only if this machine cannot resolve public names, or if the proxy allows host names only.",
  }),
  LECTERN_GIT_PAGES: z
    .string()
    .default("")
    .transform((text) => text.split(/\s+/).filter(Boolean).map(gitPageOf))
    .refine((pages) => pages.every(isGitPage), "must have the form host={repository}/tree/{path}?id={commit}")
    .meta({
      form: "`host=pattern`, several separated by spaces, such as `git.example.com={repository}/tree/{path}?id={commit}`",
      description:
        "URLs at which git hosts show files, for hosts other than GitHub, GitLab, Bitbucket and Gitea, so that sources can be opened. `{repository}` is the URL of the repository without `.git`, `{path}` the path of the file, and `{commit}` the commit id.",
    }),
  LECTERN_CA_FILE: z.string().min(1).optional().meta({
    description:
      "Path of a PEM file with additional certificate authorities, such as your company's. They are trusted for all outgoing connections, git and `https` proxies included.",
  }),
} as const

/** Environment variables that other programs also read, in ascending priority. */
export const NETWORK_ALIASES = [
  ["HTTP_PROXY", "LECTERN_HTTP_PROXY"],
  ["http_proxy", "LECTERN_HTTP_PROXY"],
  ["HTTPS_PROXY", "LECTERN_HTTPS_PROXY"],
  ["https_proxy", "LECTERN_HTTPS_PROXY"],
  ["NO_PROXY", "LECTERN_NO_PROXY"],
  ["no_proxy", "LECTERN_NO_PROXY"],
] as const
