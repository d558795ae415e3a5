const LINK = /\]\(\s*<?([^)\s>]{1,1000})/g

/** Returns the targets of the first links in Markdown, as written. */
export function markdownLinks(text: string, maxCount: number): readonly string[] {
  const targets: string[] = []
  for (const [, target = ""] of text.matchAll(LINK)) {
    if (targets.length >= maxCount) break
    targets.push(target)
  }
  return targets
}
