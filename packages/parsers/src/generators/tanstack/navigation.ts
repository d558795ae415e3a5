import { capitalized } from "../../base/capitalized.ts"
import { type Data, isRecord, itemsOf, parseJsonData } from "../site/config-data.ts"
import { type NavigationEntry, readNavigation } from "../site/navigation.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

/** Reads `docs/config.json` of the sites of TanStack: sections for all frameworks, then those of each framework below its name. */
export const TANSTACK_CONFIG: SiteConfigReader = {
  files: ["config.json"],
  readNavigation({ text, folder }) {
    const data = text.includes('"frameworks"') ? parseJsonData(text) : undefined
    const sections = isRecord(data) ? itemsOf(data["sections"]) : []
    if (!sections.some((section) => isRecord(section) && Array.isArray(section["frameworks"]))) return undefined
    const byFramework = new Map<string, NavigationEntry[]>()
    for (const section of sections) {
      if (!isRecord(section)) continue
      for (const framework of itemsOf(section["frameworks"])) {
        if (!isRecord(framework) || typeof framework["label"] !== "string") continue
        const entries = byFramework.get(framework["label"]) ?? []
        entries.push({ label: labelOf(section), children: readNavigation(framework["children"]) })
        byFramework.set(framework["label"], entries)
      }
    }
    return {
      entries: [
        ...readNavigation(sections),
        ...[...byFramework].map(([label, children]) => ({ label: capitalized(label), children })),
      ],
      bases: [folder],
    }
  },
}

function labelOf(section: { readonly [key: string]: Data }): string | undefined {
  return typeof section["label"] === "string" ? section["label"] : undefined
}
