/** Names that texts use for the agents that read them, as part of an expression. */
export const AGENT =
  "(?:ai|a\\.i\\.|(?:automated|ai|autonomous) (?:agents?|readers?)|machine readers?|llms?|agents?|assistants?|language models?|chat ?bots?|copilots?|claude|chatgpt|gpt(?:-?\\d\\S{0,4})?|gemini|cursor|codex|windsurf|coding tools?)"
