/** Name of the setting with the time when a worker last reported that it runs, in epoch milliseconds. */
export const WORKER_SEEN_SETTING = "worker_seen_at"
/** Interval at which every worker reports. */
export const WORKER_SEEN_INTERVAL_MS = 15_000
