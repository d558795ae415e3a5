import type { Caller } from "../../access/identity/caller.ts"
import type { ServiceContext } from "../service-context.ts"
import type { ReadVersion } from "./usage-meter.ts"
import { type CountedRequest, describeVisitor } from "./visitor.ts"

/** An answer that is to be counted. */
export interface AnsweredRead {
  readonly served: readonly ReadVersion[]
  readonly question: string
  /** Given by the MCP server. */
  readonly mcp?: { readonly clientName: string | undefined }
}

/** Counts an answer; costs microseconds and never throws. */
export function countRead(
  { usage, countries }: Pick<ServiceContext, "usage" | "countries">,
  request: CountedRequest & { readonly caller: Caller },
  { served, question, mcp }: AnsweredRead,
): void {
  usage.note({ served, question, visitor: describeVisitor(request, request.caller, countries, mcp) })
}
