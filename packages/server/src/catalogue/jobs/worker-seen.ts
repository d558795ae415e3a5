/** Instance setting: when a worker last reported that it runs, epoch milliseconds. */
export const WORKER_SEEN_SETTING = "worker_seen_at"
/** Every worker reports this often. */
export const WORKER_SEEN_INTERVAL_MS = 15_000
