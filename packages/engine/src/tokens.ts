export { countTokens } from "./snippets/tokens/count-tokens.ts"
