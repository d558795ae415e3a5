import { nameInWords } from "./name-in-words.ts"

/** Components that show their content only to readers with some framework, platform or version: `<If sdk="nuxt">`. */
const CONDITION = /^(?:If|Only|OnlyFor|OnlyIf|ShowFor|ShowIf|When|PlatformContent|PlatformSection)$/
const INVERSE = /^(?:Unless|Except|HideFor|HideIf|NotFor)$/
/** Attributes that name for whom the content is, and with `not`, for whom it is not. */
const SUBJECT =
  /^(not)?(?:sdk|platform|framework|language|lang|os|version|condition|is|in|for|supported|router|runtime|target)?s?$/i
/** Values that are names; others are expressions. */
const NAME = /^(?=.*\p{L})[\p{L}\d][\p{L}\d .+#_-]{0,40}$/u
/** Readers that see no difference. */
const NOT_SHOWN = /^(?:llms?|ai|agents?|humans?|markdown|true|false)$/i
/** Longer lists are data. */
const MAX_NAMES = 20

/** Returns true for the name of a component that shows its content only under a condition. */
export function isCondition(name: string): boolean {
  return CONDITION.test(name) || INVERSE.test(name)
}

/**
 * Returns for whom a component shows its content: `Nuxt`, `Nuxt, Astro`, `Not Nuxt`.
 *
 * @param attributes several values are separated by commas.
 * @returns undefined if its attributes do not say it in words.
 */
export function conditionLabel(name: string, attributes: Readonly<Record<string, string>>): string | undefined {
  if (!isCondition(name)) return undefined
  const parts = Object.entries(attributes).flatMap(([key, value]) => {
    const subject = key === "" ? null : SUBJECT.exec(key)
    const values = value.split(",").map((each) => each.trim())
    const isLabel = subject !== null && values.length <= MAX_NAMES && values.every((each) => NAME.test(each))
    const shown = isLabel ? values.filter((each) => !NOT_SHOWN.test(each)).map(nameInWords) : []
    if (shown.length === 0) return []
    return (subject?.[1] !== undefined) !== INVERSE.test(name) ? [`not ${shown.join(", ")}`] : [shown.join(", ")]
  })
  const label = parts.join(", ").replace(/^not /, "Not ")
  return label === "" ? undefined : label
}
