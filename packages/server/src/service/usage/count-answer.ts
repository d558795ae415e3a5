import type { Caller } from "../../access/identity/caller.ts"
import type { ServiceContext } from "../service-context.ts"
import type { ReadVersion } from "./meter/usage-meter.ts"
import { type CountedRequest, describeVisitor } from "./meter/visitor.ts"

/** An answer to count. */
export interface CountedAnswer {
  readonly served: readonly ReadVersion[]
  readonly question: string
  /** Present for answers of the MCP server. */
  readonly mcp?: { readonly clientName: string | undefined }
}

/** Counts an answer. Takes microseconds and never throws. */
export function countAnswer(
  { usage, countries }: Pick<ServiceContext, "usage" | "countries">,
  request: CountedRequest & { readonly caller: Caller },
  { served, question, mcp }: CountedAnswer,
): void {
  usage.note({ served, question, visitor: describeVisitor(request, request.caller, countries, mcp) })
}
