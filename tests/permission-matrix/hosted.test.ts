import { testPermissions } from "./assert-permissions.testing.ts"

testPermissions("hosted", false)
testPermissions("hosted", true)
