const TAG = /(?:^|[^\w\\])(tag|end)::(\S+?)\[\](?=$|\s|-->|\*\/)/

/**
 * Selects tagged lines like AsciiDoc (`a;b`, `!a`, `*`, `**`); without tags, all lines. Lines with tag markers are removed.
 *
 * @returns the text, and the tags that it does not contain.
 */
export function selectTags(text: string, tags: string): { readonly text: string; readonly missing: readonly string[] } {
  const wanted = new Map(
    tags
      .split(/[;,]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "" && tag !== "!")
      .map((tag) => (tag.startsWith("!") ? ([tag.slice(1), false] as const) : ([tag, true] as const))),
  )
  const missing = new Set([...wanted].flatMap(([tag, isWanted]) => (isWanted && !/^\*+$/.test(tag) ? [tag] : [])))
  const every = wanted.get("*")
  const base = wanted.get("**") ?? ([...wanted.values()].every((isWanted) => !isWanted) || false)
  const open: { readonly name: string; readonly isPicked: boolean }[] = []
  let isPicked = base
  const picked: string[] = []
  for (const line of text.split("\n")) {
    const [, kind, name = ""] = TAG.exec(line) ?? []
    if (kind === "end") {
      const at = open.findLastIndex((tag) => tag.name === name)
      if (at >= 0) open.splice(at)
      isPicked = open.at(-1)?.isPicked ?? base
    } else if (kind === "tag") {
      missing.delete(name)
      const own = wanted.get(name)
      if (own !== undefined) isPicked = own
      else if (every !== undefined) isPicked = isPicked && !every ? false : every
      else continue
      open.push({ name, isPicked })
    } else if (isPicked) picked.push(line)
  }
  return { text: picked.join("\n"), missing: [...missing] }
}
