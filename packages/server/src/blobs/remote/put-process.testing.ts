import { openS3Blobs } from "./s3-blobs.ts"
import type { S3Location } from "./s3-objects.ts"

// A process for tests: called with `<path> <hash> <location as JSON>`, it stores a file in S3.
const [path = "", hash = "", location = ""] = process.argv.slice(2)
const remote = await openS3Blobs(JSON.parse(location) as S3Location)
await remote.put(hash, path)
await remote.close()
