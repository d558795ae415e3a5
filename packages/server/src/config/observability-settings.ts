import { z } from "zod"

const slowMs = (standard: number, description: string) =>
  z.coerce.number().int().min(0).max(3_600_000).default(standard).meta({ description })

/** Settings of logs, metrics and tracing. */
export const OBSERVABILITY_SETTINGS = {
  LECTERN_SLOW_REQUEST_MS: slowMs(
    5_000,
    "Requests that take longer than this many milliseconds are logged as warnings with their route, without parameters. 0 turns this off.",
  ),
  LECTERN_SLOW_STATEMENT_MS: slowMs(
    500,
    "Statements of the catalogue that take longer than this many milliseconds are logged as warnings, without the values of their parameters. 0 turns this off.",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .optional()
    .meta({
      description:
        "Address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`, that traces of requests and jobs are sent to as JSON over HTTP. Requires [packages that you install](operations.md#traces).",
    }),
  OTEL_SDK_DISABLED: z.string().optional().meta({
    form: "`true` or `false`",
    description: "`true` turns traces off even if `OTEL_EXPORTER_OTLP_ENDPOINT` is set.",
  }),
} as const
