import { Script, createContext } from "node:vm"

const ATTACK_CHARACTERS = 200_000
/**
 * Linear expressions take far less, even with quantifiers of some hundred steps at every position; quadratic ones take
 * 20 s.
 */
const LIMIT_MS = 1_500
const SCRIPT = new Script(
  "expression.lastIndex = 0; expression.global ? text.replace(expression, '') : expression.test(text)",
)

/**
 * Runs an expression on the attack that the analysis found, extended to 200,000 characters. The analysis counts steps
 * on short strings, for which a bounded quantifier looks like an unbounded one.
 *
 * @returns true if the expression still takes linear time.
 */
export function withstandsAttack({ source, flags }, attack) {
  const pumpCount = attack.pumps.length
  if (pumpCount === 0) return false
  const text =
    attack.pumps
      .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(ATTACK_CHARACTERS / pumpCount / pump.length)))
      .join("") + attack.suffix
  try {
    SCRIPT.runInContext(createContext({ expression: new RegExp(source, flags), text }), { timeout: LIMIT_MS })
    return true
  } catch {
    return false
  }
}
