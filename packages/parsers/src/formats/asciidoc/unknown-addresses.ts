/** Attributes that contain the start of a URL, by the names that sites use for them. */
const ADDRESS_NAME = /^(?:(?:url|uri|link)-[\w-]+|[\w-]+-(?:url|uri|docs|site|api|root|javadoc|link))$/
const LINK = /(?<![\w:\\{])\{([a-z][\w-]{1,80})\}[^\s[\]{}]{0,300}\[/g
/** Maximum number of such attributes per page. */
const MAX_NAMES = 200

/**
 * Finds undefined attributes at the start of link targets and gives them a URL as their value, so that each link shows
 * its text instead of its markup. The URL contains the name of the attribute, for links without text.
 */
export function unknownAddresses(
  text: string,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const [, name = ""] of text.matchAll(LINK)) {
    if (!ADDRESS_NAME.test(name) || Object.hasOwn(known, name)) continue
    values[name] = `https://{${name}}`
    if (Object.keys(values).length >= MAX_NAMES) break
  }
  return values
}
