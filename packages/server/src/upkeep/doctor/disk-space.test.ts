import { expect, it } from "vitest"
import { readDiskSpace } from "./disk-space.ts"

const GIB = 2 ** 30
const aDiskWith = (freeGib: number) => () => Promise.resolve({ bavail: freeGib * GIB, blocks: 100 * GIB, bsize: 1 })

it.each([
  [5, "ok", "5.0 GiB (5%) are free"],
  [4.9, "warning", "4.9 GiB (5%) are free. Free some space: a large source needs about 1 GiB"],
  [1, "warning", "1.0 GiB (1%) are free. Free some space: a large source needs about 1 GiB"],
  [0.5, "error", "0.5 GiB (1%) are free. Free some space: a large source needs about 1 GiB"],
  [0, "error", "0.0 GiB (0%) are free. Free some space: a large source needs about 1 GiB"],
])("a disk with %d GiB left has the status %s", async (freeGib, status, summary) => {
  expect(await readDiskSpace("/data", aDiskWith(freeGib))).toMatchObject({ status, summary })
})
