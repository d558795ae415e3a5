/** Row key of the one teamspace of a self-hosted instance. */
export const BUILT_IN_TEAMSPACE_KEY = "main"
