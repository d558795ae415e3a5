import type { OperationId } from "@lectern/contract"
import type { Case } from "../case.ts"
import { ADDING_CASES } from "./adding-cases.ts"
import { CONSENT_CASES } from "./consent-cases.ts"
import { LIBRARY_CASES } from "./library-cases.ts"
import { PEOPLE_CASES } from "./people-cases.ts"
import { READING_CASES } from "./reading-cases.ts"
import { SESSION_CASES } from "./session-cases.ts"
import { TEAMSPACE_CASES } from "./teamspace-cases.ts"
import { WEBHOOK_CASES } from "./webhook-cases.ts"

/** Requests to every endpoint. One without a case does not compile. */
export const CASES: Readonly<Record<OperationId, readonly [Case, ...Case[]]>> = {
  ...READING_CASES,
  ...ADDING_CASES,
  ...LIBRARY_CASES,
  ...PEOPLE_CASES,
  ...SESSION_CASES,
  ...CONSENT_CASES,
  ...TEAMSPACE_CASES,
  ...WEBHOOK_CASES,
}
