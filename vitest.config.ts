import { defineConfig } from "vitest/config"

const conditions = ["lectern-source"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{contract,client,mcp-stdio,server}/src/**/*.test.ts", "{tests,eval,bench,scripts}/**/*.test.{ts,mjs}"],
    globalSetup: ["scripts/copy-grammars.mjs"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
