import { holdToRuleBook } from "./hold-to-rule-book.testing.ts"

holdToRuleBook("self-hosted", false)
holdToRuleBook("self-hosted", true)
