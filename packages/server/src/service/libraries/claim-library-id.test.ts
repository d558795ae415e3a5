import type { LibraryId } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { silentLog } from "../../base/log.ts"
import { aLibrary } from "../../catalogue/catalogue.contract.testing.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { numberedIds } from "./add-source.ts"
import { claimLibraryId } from "./claim-library-id.ts"

describe("claimLibraryId", () => {
  it("finds the library of its source when another process adds it after the first look", async () => {
    const catalogue = await openSqliteCatalogue(":memory:", { clock: manualClock(), log: silentLog })
    await catalogue.migrate()
    const add = (id: LibraryId) => catalogue.libraries.add(aLibrary({ id }))
    const crowd = "/docs/crowd" as string as LibraryId
    let looks = 0

    const { library, isNew } = await claimLibraryId(
      { catalogue },
      {
        idAt: numberedIds(crowd),
        teamspaceKey: null,
        async findBySource() {
          looks++
          if (looks > 1) return catalogue.libraries.byId(crowd, null)
          await add(crowd)
          return undefined
        },
        isSame: () => false,
      },
      add,
    )

    expect([library.id, isNew]).toEqual(["/docs/crowd", false])
    await catalogue.close()
  })
})
