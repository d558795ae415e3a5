// A thread that repeatedly requests a server's health check. When it is stopped, it reports the longest time in
// milliseconds.
import { get } from "node:http"
import { parentPort, workerData } from "node:worker_threads"

const PAUSE_MS = 50
let slowestMs = 0

const ask = () =>
  new Promise((resolve, reject) => {
    get(`${workerData}/api/health`, (response) => response.resume().on("end", resolve)).on("error", reject)
  })

parentPort.once("message", () => parentPort.postMessage(slowestMs))
for (;;) {
  const started = performance.now()
  await ask()
  slowestMs = Math.max(slowestMs, performance.now() - started)
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
