/** Writes an address without its scheme and final slashes: neither makes another source. */
export function plainAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/+$/, "")
}

/** Names a site by its host, without `www.` or `docs.`. */
export function siteTitle({ hostname }: URL): string {
  return hostname.replace(/^(?:www|docs)\.(?=.*\.)/, "")
}
