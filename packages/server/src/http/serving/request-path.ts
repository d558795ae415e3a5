/** Returns the path of a URL without its query, percent-decoded where that is possible, with single slashes. */
export function pathOf(url: string): string {
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  try {
    return decodeURIComponent(path).replaceAll(/\/{2,}/g, "/")
  } catch {
    return path
  }
}

/** Some clients write this path with a trailing slash. */
const MCP_WITH_SLASH = "/mcp/"

/**
 * Returns a URL with single slashes in its path, because clients join a URL with a trailing slash and a path with a
 * leading one.
 */
export function withSingleSlashes(url: string): string {
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  const single = path.replaceAll(/\/{2,}/g, "/")
  return (single === MCP_WITH_SLASH ? single.slice(0, -1) : single) + url.slice(path.length)
}
