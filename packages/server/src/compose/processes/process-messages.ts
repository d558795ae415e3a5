/** What a supervisor sends to a serving process. */
export type SupervisorMessage =
  | { readonly kind: "stop" }
  /** Asks for its metrics. */
  | { readonly kind: "report"; readonly request: number }
  /** Answers `collect`: the metrics of the serving processes that answered in time, by the age of the process, oldest first. */
  | { readonly kind: "collected"; readonly request: number; readonly metrics: readonly ProcessMetrics[] }

/** What a serving process sends to its supervisor. */
export type ServingMessage =
  | { readonly kind: "serving" }
  | { readonly kind: "wake-worker" }
  /** Asks for the metrics of all serving processes, its own included. */
  | { readonly kind: "collect"; readonly request: number }
  /** Answers `report`. */
  | { readonly kind: "metrics"; readonly request: number; readonly metrics: ProcessMetrics }

/** The metrics of one process as JSON, one list for each registry. */
export type ProcessMetrics = readonly (readonly object[])[]

/** Narrows what a serving process receives; other libraries may use the channel too. */
export function isSupervisorMessage(value: unknown): value is SupervisorMessage {
  return isOneOf(value, ["stop", "report", "collected"])
}

/** Narrows what a supervisor receives. */
export function isServingMessage(value: unknown): value is ServingMessage {
  return isOneOf(value, ["serving", "wake-worker", "collect", "metrics"])
}

function isOneOf(value: unknown, kinds: readonly (SupervisorMessage | ServingMessage)["kind"][]): boolean {
  return typeof value === "object" && value !== null && "kind" in value && kinds.some((kind) => kind === value.kind)
}
