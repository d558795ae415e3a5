/** A message from a supervisor to a serving process. */
export type SupervisorMessage =
  | { readonly kind: "stop" }
  /** Requests the metrics of the process. */
  | { readonly kind: "report"; readonly request: number }
  /** Response to `collect`: the metrics of the serving processes that responded in time, oldest process first. */
  | { readonly kind: "collected"; readonly request: number; readonly metrics: readonly ProcessMetrics[] }

/** A message from a serving process to its supervisor. */
export type ServingMessage =
  | { readonly kind: "serving" }
  | { readonly kind: "wake-worker" }
  /** Requests the metrics of all serving processes, including its own. */
  | { readonly kind: "collect"; readonly request: number }
  /** Response to `report`. */
  | { readonly kind: "metrics"; readonly request: number; readonly metrics: ProcessMetrics }

/** The metrics of one process as JSON, one list for each registry. */
export type ProcessMetrics = readonly (readonly object[])[]

/** Returns true for a message from a supervisor; libraries may use the channel too. */
export function isSupervisorMessage(value: unknown): value is SupervisorMessage {
  return isOneOf(value, ["stop", "report", "collected"])
}

/** Returns true for a message from a serving process. */
export function isServingMessage(value: unknown): value is ServingMessage {
  return isOneOf(value, ["serving", "wake-worker", "collect", "metrics"])
}

function isOneOf(value: unknown, kinds: readonly (SupervisorMessage | ServingMessage)["kind"][]): boolean {
  return typeof value === "object" && value !== null && "kind" in value && kinds.some((kind) => kind === value.kind)
}
