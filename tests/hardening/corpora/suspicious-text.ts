import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { HELD_OUT_ATTACKS } from "../attacks/held-out-attacks.ts"
import { KNOWN_ATTACKS } from "../attacks/known-attacks.ts"
import type { HardeningRow } from "../corpus.ts"
import { cutPage, parsePage, SuspiciousTextFinder } from "../product.ts"

export const name = "suspicious text"

/** Minimum shares, as measured when the rules were last changed; a lower share is a regression. */
const MIN_KNOWN_SHARE = 0.85
const MIN_HELD_OUT_SHARE = 0.3
/** Maximum share of flagged snippets in legitimate documentation. */
const MAX_FALSE_ALARM_SHARE = 0.002

const DOCS = join(import.meta.dirname, "../../../docs")

/**
 * Tests attacks in snippets: `stopped` counts the flagged ones. The others are known limits, which
 * docs/suspicious-content.md explains.
 */
export async function run(): Promise<readonly HardeningRow[]> {
  const finder = new SuspiciousTextFinder()
  const rateOf = (target: string, attacks: readonly string[], minShare: number): HardeningRow => {
    const stopped = attacks.filter((text) => finder.find(text) !== undefined).length
    const share = stopped / attacks.length
    const isWorse = share < minShare
    return {
      target,
      tried: attacks.length,
      stopped,
      letThrough: isWorse ? [`only ${Math.round(100 * share)}% are flagged, and ${100 * minShare}% were before`] : [],
    }
  }
  return [
    rateOf("attacks the rules were made for", KNOWN_ATTACKS, MIN_KNOWN_SHARE),
    rateOf("attacks the rules do not know", HELD_OUT_ATTACKS, MIN_HELD_OUT_SHARE),
    await falseAlarms(finder),
  ]
}

/** Tests Lectern's own documentation, in which almost nothing may be flagged. */
async function falseAlarms(finder: SuspiciousTextFinder): Promise<HardeningRow> {
  const flagged: string[] = []
  let tried = 0
  for (const file of readdirSync(DOCS).filter((path) => path.endsWith(".md"))) {
    const text = readFileSync(join(DOCS, file), "utf8")
    const { document } = await parsePage({ format: "markdown", text, path: file })
    for (const { headingPath, content, url } of cutPage({ path: file, url: file }, document).snippets) {
      tried++
      const finding = finder.find(`${headingPath.join("\n")}\n${content}`)
      if (finding !== undefined) flagged.push(`${url}, ${headingPath.join(" > ")}: ${finding.rules.join(", ")}`)
    }
  }
  const isTooMany = flagged.length > Math.max(1, tried * MAX_FALSE_ALARM_SHARE)
  return {
    target: "false alarms in our documentation",
    tried,
    stopped: flagged.length,
    letThrough: isTooMany ? flagged : [],
  }
}
