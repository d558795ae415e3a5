import { chown, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makeInitialPassword } from "../access/identity/initial-password.ts"
import { addNewestKey, openKeyRing } from "../access/secrets/key-ring.ts"
import { LocalCopies } from "../blobs/remote/local-copies.ts"
import { sha256Hex } from "./sha256.ts"
import { openDirectoryBlobStore } from "../blobs/open-directory-blob-store.ts"
import { openSqliteCatalogue } from "../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { openWorkDirectory } from "../sources/base/work-directory.ts"
import { createKnownHosts } from "../sources/git/ssh/known-hosts.ts"
import { systemClock } from "./clock.ts"
import { silentLog } from "./log.ts"

/** The user that runs the server; only root can create files for another user. */
const SERVICE = 65_534
const isRoot = process.geteuid?.() === 0
let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "lectern-owner-"))))
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.runIf(isRoot)("a data directory of another user in which root works", () => {
  it("gets only files that the other user can read, such as the rotated key", async () => {
    await chown(folder, SERVICE, SERVICE)

    const catalogue = await openSqliteCatalogue(join(folder, "lectern.db"), { clock: systemClock, log: silentLog })
    await catalogue.migrate()
    await (await openDirectoryBlobStore(join(folder, "blobs"))).put(Buffer.from("index"))
    await openKeyRing(folder, { configured: undefined, log: silentLog })
    await addNewestKey(folder)
    await makeInitialPassword(folder)
    await rm(await openWorkDirectory(join(folder, "work")), { recursive: true })

    await createKnownHosts({ path: join(folder, "known_hosts"), isPinned: false })
    const copies = await LocalCopies.open(join(folder, "copies"), { maxBytes: 1_000, log: silentLog })
    const path = copies.unfinishedPath()
    await writeFile(path, "copy")
    await copies.adopt(path, sha256Hex("copy"))
    await copies.close()

    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries.map((entry) => join(entry.parentPath, entry.name))
    const foreign: string[] = []
    for (const path of paths) if ((await stat(path)).uid !== SERVICE) foreign.push(relative(folder, path))
    expect(paths.length).toBeGreaterThan(6)
    expect(foreign).toEqual([])
    await catalogue.close()
  })
})
