/** Longer values are ignored: attributes are words and short phrases. */
const MAX_VALUE_CHARACTERS = 2000

/** Replaces `{name}` with its value; names without a value are unchanged, and so are those beyond the length of a value. */
export function resolveAttributes(text: string, attributes: ReadonlyMap<string, string>): string {
  let resolved = text
  // Values may refer to other values. The limit also stops values that refer to themselves.
  for (let round = 0; round < 4 && /\{[\w-]+\}/.test(resolved) && resolved.length < MAX_VALUE_CHARACTERS; round++) {
    let room = MAX_VALUE_CHARACTERS
    resolved = resolved.replace(/\{([\w-]+)\}/g, (whole, name: string) => {
      const value = attributes.get(name.toLowerCase()) ?? whole
      room -= value.length
      return room < 0 ? whole : value
    })
  }
  return resolved
}
