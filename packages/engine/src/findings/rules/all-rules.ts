import { COMBINED_RULES } from "./combined-rules.ts"
import { COMMAND_RULES } from "./command-rules.ts"
import { CONCEALMENT_RULES } from "./concealment-rules.ts"
import { EXFILTRATION_RULES } from "./exfiltration-rules.ts"
import { INSTRUCTION_RULES } from "./instruction-rules.ts"

/** All rules. */
export const FINDING_RULES = [
  ...INSTRUCTION_RULES,
  ...CONCEALMENT_RULES,
  ...COMBINED_RULES,
  ...EXFILTRATION_RULES,
  ...COMMAND_RULES,
] as const

/** Name of a rule. */
export type FindingRuleName = (typeof FINDING_RULES)[number]["name"]
