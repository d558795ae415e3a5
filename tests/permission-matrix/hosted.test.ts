import { holdToRuleBook } from "./assert-permissions.testing.ts"

holdToRuleBook("hosted", false)
holdToRuleBook("hosted", true)
