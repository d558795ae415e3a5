/** Attributes that stand for the beginning of an address, by the names that sites give them. */
const ADDRESS_NAME = /^(?:(?:url|uri|link)-[\w-]+|[\w-]+-(?:url|uri|docs|site|api|root|javadoc|link))$/
const LINK = /(?<![\w:\\{])\{([a-z][\w-]{1,80})\}[^\s[\]{}]{0,300}\[/g
/** More names than a site has. */
const MAX_NAMES = 200

/**
 * Finds attributes that begin the address of a link and that only the build of the site knows: with a value that is an
 * address, the link shows its text and not its markup. The value still holds the name, for links without a text.
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
