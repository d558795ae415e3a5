import { holdToRuleBook } from "./assert-permissions.testing.ts"

holdToRuleBook("self-hosted", false)
holdToRuleBook("self-hosted", true)
