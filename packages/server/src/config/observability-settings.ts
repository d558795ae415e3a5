import { z } from "zod"

const slowMs = (standard: number, description: string) =>
  z.coerce.number().int().min(0).max(3_600_000).default(standard).meta({ description })

/** Settings of what the log reports. */
export const OBSERVABILITY_SETTINGS = {
  LECTERN_SLOW_REQUEST_MS: slowMs(
    5_000,
    "Requests that take longer than this many milliseconds are logged as warnings with their route, without parameters. 0 turns this off.",
  ),
  LECTERN_SLOW_STATEMENT_MS: slowMs(
    500,
    "Statements of the catalogue that take longer than this many milliseconds are logged as warnings, without the values of their parameters. 0 turns this off.",
  ),
} as const
