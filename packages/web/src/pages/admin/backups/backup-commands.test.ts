import { describe, expect, it } from "vitest"
import { backupCommand, keyCommand, restoreCommand, scheduleSettings } from "./backup-commands.ts"

const sqlite = { database: "sqlite", dataDir: "/var/lib/lectern" } as const
const backup = { name: "2026-11-23T03-00-00.000Z", location: "/var/backups/lectern" }

describe("the commands of backups", () => {
  it("name the backup, its location and a new data directory", () => {
    expect(restoreCommand(backup, sqlite)).toBe(
      "npx lectern restore /var/backups/lectern --at 2026-11-23T03-00-00.000Z --data-dir /var/lib/lectern-restored",
    )
    expect(keyCommand(sqlite)).toBe("cp /var/lib/lectern/encryption.key /var/lib/lectern-restored/")
    expect(backupCommand(backup.location, 7, sqlite)).toBe(
      "npx lectern backup /var/backups/lectern --keep 7 --data-dir /var/lib/lectern",
    )
  })

  it("restore into an empty database if the instance is in PostgreSQL", () => {
    expect(restoreCommand(backup, { ...sqlite, database: "postgres" })).toMatch(
      /^DATABASE_URL=postgres:\/\/USER@HOST\/EMPTY_DATABASE npx lectern restore /,
    )
  })

  it("quote what a shell would split or run", () => {
    const location = "/mnt/my disk/it's $HOME"

    expect(restoreCommand({ ...backup, location }, sqlite)).toContain(`restore '/mnt/my disk/it'\\''s $HOME' --at`)
    expect(scheduleSettings(location)).toContain(`export LECTERN_BACKUP_TO='/mnt/my disk/it'\\''s $HOME'\n`)
    expect(keyCommand({ ...sqlite, dataDir: "/my data" })).toBe("cp '/my data/encryption.key' '/my data-restored'/")
  })
})
