import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

const conditions = ["lectern-source"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "{tests,eval,bench,scripts}/**/*.test.{ts,mjs}"],
    globalSetup: ["scripts/built-parts.mjs"],
    // Needs the npm registry: `npm run compatibility`.
    exclude: ["**/node_modules/**", "tests/compatibility/**"],
    pool: "forks",
    // By itself it leaves one core free, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
