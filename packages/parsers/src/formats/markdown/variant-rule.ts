import type { StateCore, Token } from "markdown-it"
import { titleVariants } from "../../document/fence-variants.ts"

/** Core rule that titles fences which follow one another and show variants of the same code. */
export function variantRule(state: StateCore): void {
  let run: Token[] = []
  for (const token of state.tokens) {
    if (token.type === "fence") run.push(token)
    else {
      titleRun(run)
      run = []
    }
  }
  titleRun(run)
}

function titleRun(run: readonly Token[]): void {
  if (run.length < 2) return
  const infos = titleVariants(run.map(({ info }) => info))
  for (const [at, token] of run.entries()) token.info = infos[at] ?? token.info
}
