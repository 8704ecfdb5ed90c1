// Runs before each test file. React notes for each drawn element where it was made, for the warnings of a developer's browser. That is a
// quarter of what drawing costs here, and nobody reads it: a warning still names its component. React stops by itself above a number of
// notes per second, so it is told that the number is reached. A React without that number is left alone.
export {}

if (typeof document !== 'undefined') {
  const react: Readonly<Record<string, unknown>> = { ...(await import('react')) }
  const internals = react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE
  if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      configurable: true,
      get: () => Number.POSITIVE_INFINITY,
      set: () => undefined,
    })
}
