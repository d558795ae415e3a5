import { z } from "zod"

/** Where the catalogue and the index files are kept. */
export const STORAGE_SETTINGS = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(?:ql)?$/, error: "must be a postgres:// address" })
    .optional()
    .meta({
      form: "an address such as `postgres://user:password@host:5432/name?sslmode=require`",
      description:
        "PostgreSQL database (version 13 or newer) that holds the catalogue, so that several machines can share it. If not set, the catalogue is a SQLite file in the data directory. Every machine needs the same `LECTERN_ENCRYPTION_KEY`.",
    }),
}
