import { testPermissions } from "./assert-permissions.testing.ts"

testPermissions("self-hosted", false)
testPermissions("self-hosted", true)
