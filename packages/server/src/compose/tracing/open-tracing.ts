import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { Tracing } from "../../base/tracing.ts"
import type { Settings } from "../../config/settings.ts"

/** The packages that an operator installs beside Lectern for tracing. Most instances do not need them. */
const SDK = "@opentelemetry/sdk-trace-node @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources"

type TracingSettings = Pick<Settings, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_SDK_DISABLED">

/**
 * Opens tracing if the settings name a collector. If the SDK is missing, it logs once what to install instead of
 * failing, because the variable may be set for all programs of a machine.
 *
 * @param version of the program.
 */
export async function openTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: disabled }: TracingSettings,
  { log, version }: { readonly log: Log; readonly version: string },
): Promise<Tracing | undefined> {
  if (endpoint === undefined || disabled?.toLowerCase() === "true") return undefined
  try {
    const { createTracing } = await import("./opentelemetry-tracing.ts")
    return createTracing({ log, version })
  } catch (error) {
    if (!isMissingPackage(error)) throw error
    log.warn(
      { reason: asError(error).message },
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but traces are off: run npm install ${SDK} where Lectern is installed`,
    )
    return undefined
  }
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"
}
