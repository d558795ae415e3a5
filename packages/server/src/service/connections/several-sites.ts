import { InvalidInput } from "../../base/errors.ts"

/** A site that a user can choose after a consent that covers several. */
export interface SiteChoice {
  readonly siteUrl: string
  /** Display name; null if the service returns none. */
  readonly name: string | null
  /** URL that starts a new consent for this site only. */
  readonly url: string
}

/** Thrown if a consent covers several sites and the request names none of them. */
export class SeveralSites extends InvalidInput {
  /** In the order of the service. */
  readonly choices: readonly SiteChoice[]

  constructor(choices: readonly SiteChoice[]) {
    const listed = choices.map(({ siteUrl }) => siteUrl).join(", ")
    super(`siteUrl: the consent covers several sites (${listed}). Start again with one of them`)
    this.choices = choices
  }
}
