// Runs before each test file that shares its process with others. Opening a data directory makes all files that the
// process creates later private, but PostgreSQL, which tests run under another account, has to read files that the test
// writes.
process.umask(0o022)
