import { defineConfig } from "vitest/config"

const conditions = ["lectern-source"]

/** A separate run, because it needs the npm registry. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
