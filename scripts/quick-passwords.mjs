// Runs before each test file. Hashing passwords at the real cost takes a tenth of the time of all tests.
import { vi } from "vitest"

const LOWEST_COST = { memoryCost: 8, timeCost: 1 }

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const original = await importOriginal()
  return { ...original, hash: (password, options) => original.hash(password, { ...options, ...LOWEST_COST }) }
})
