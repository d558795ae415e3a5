import { holdToRuleBook } from "./hold-to-rule-book.testing.ts"

holdToRuleBook("hosted", false)
holdToRuleBook("hosted", true)
