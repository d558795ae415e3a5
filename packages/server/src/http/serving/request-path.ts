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
