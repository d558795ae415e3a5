// Runs before each test file. With cheap hashes of passwords, the tests of signing in take 2 s instead of 29.
import { vi } from "vitest"

const LOWEST_COST = { memoryCost: 8, timeCost: 1 }

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const original = await importOriginal()
  return { ...original, hash: (password, options) => original.hash(password, { ...options, ...LOWEST_COST }) }
})
