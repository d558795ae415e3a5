/** Removes the scheme and trailing slashes of a URL, because they do not distinguish sources. */
export function plainAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/+$/, "")
}

/** Returns the host of a site without `www.` or `docs.`, as its title. */
export function siteTitle({ hostname }: URL): string {
  return hostname.replace(/^(?:www|docs)\.(?=.*\.)/, "")
}
