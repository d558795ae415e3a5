import { capitalized } from "../../base/capitalized.ts"

/** Components for the state of a feature, such as `<Canary>` and `<CanaryBadge />`. A name such as `Preview` is a state only with the ending. */
const STATE =
  /^(?:(canary|experimental|alpha|beta|deprecated|unstable)(?:badge|tag|label|status|pill|chip)?|(new|preview|legacy|stable|internal)(?:badge|tag|label|status|pill|chip))$/i

/**
 * Returns the state in the name of a component: `Canary` for `<CanaryBadge />`.
 *
 * @returns undefined for other components.
 */
export function stateOfComponent(name: string): string | undefined {
  const [, plain, badge] = STATE.exec(name) ?? []
  const state = (plain ?? badge)?.toLowerCase()
  return state === undefined ? undefined : capitalized(state)
}

/** Writes the state of a feature in parentheses, before the text that the component contains. */
export function stateText(state: string, content: string): string {
  const text = content.trim()
  return text === "" || text.toLowerCase() === state.toLowerCase() ? `(${state})` : `(${state}) ${text}`
}
