import { expect, it } from "vitest"
import { describeUnknownSetting, findUnknownSettings } from "./unknown-settings.ts"

const KNOWN = ["LECTERN_PORT", "LECTERN_HOST", "LECTERN_REFRESH_INTERVAL_HOURS"]

it("names unknown variables with the nearest known name, and leaves other programs' variables alone", () => {
  const environment = {
    LECTERN_PROT: "1",
    LECTERN_REFRESH_INTERVALL_HOURS: "1",
    LECTERN_ENTIRELY_DIFFERENT: "1",
    LECTERN_EMPTY: "",
    LECTERN_PORT: "1",
    LECTERN_URL: "http://127.0.0.1:3000",
    LECTERN_SERVICE_HOST: "10.0.0.1",
    LECTERN_PORT_3000_TCP: "tcp://10.0.0.1:3000",
    PATH: "/bin",
  }

  const found = findUnknownSettings(environment, KNOWN).map(describeUnknownSetting)

  expect(found).toEqual([
    "LECTERN_ENTIRELY_DIFFERENT: is not a setting, so it is ignored",
    "LECTERN_PROT: is not a setting, so it is ignored. Did you mean LECTERN_PORT?",
    "LECTERN_REFRESH_INTERVALL_HOURS: is not a setting, so it is ignored. Did you mean LECTERN_REFRESH_INTERVAL_HOURS?",
  ])
})
