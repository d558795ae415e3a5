// Runs before each test file that shares its process with others. Opening a data directory makes all later files of the process
// private, but PostgreSQL, which tests run under another account, has to read files that the test writes.
process.umask(0o022)
