import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

const conditions = ["lectern-source"]
/** Measures the memory of its own process. */
const ALONE = "packages/server/src/http/routes/add/large-openapi.test.ts"

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: ["scripts/built-parts.mjs", "scripts/temporary-folder.mjs", "scripts/bundled-threads.mjs"],
    setupFiles: ["scripts/reset-process.mjs", "scripts/quick-passwords.mjs"],
    pool: "forks",
    // Many tests wait for other processes, so that one worker more than there are cores uses them better.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: "alone", include: [ALONE], isolate: true } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["packages/*/src/**/*.test.ts", "{tests,eval,bench,scripts}/**/*.test.{ts,mjs}"],
          // The compatibility tests require the npm registry: `npm run compatibility`.
          exclude: ["**/node_modules/**", "tests/compatibility/**", ALONE],
          // Starting a process and loading all modules for each file takes longer than many of the tests.
          isolate: false,
        },
      },
    ],
  },
})
