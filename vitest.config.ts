import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

const conditions = ["lectern-source"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "{tests,eval,bench,scripts}/**/*.test.{ts,mjs}"],
    // Requires the npm registry: `npm run compatibility`.
    exclude: ["**/node_modules/**", "tests/compatibility/**"],
    globalSetup: ["scripts/built-parts.mjs", "scripts/temporary-folder.mjs"],
    setupFiles: ["scripts/reset-process.mjs"],
    pool: "forks",
    // Starting a process and loading all modules for each file takes longer than many of the tests.
    isolate: false,
    // Many tests wait for other processes, so that one worker more than there are cores uses them better.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
