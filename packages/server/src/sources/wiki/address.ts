import { isWikiCloud } from "../../accounts/account-site.ts"
import { choiceWord } from "../base/choice-word.ts"
import type { WikiOptions } from "./options.ts"

/** Returns the address of a space, with a hash of the selected pages. */
export function wikiAddress({ siteUrl, spaceKey, pageIds }: WikiOptions): string {
  const root = isWikiCloud(new URL(siteUrl)) ? `${siteUrl}/wiki` : siteUrl
  return `${root}/spaces/${encodeURIComponent(spaceKey)}${choiceWord(pageIds)}`
}
