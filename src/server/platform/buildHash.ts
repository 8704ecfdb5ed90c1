/**
 * Hash of the code that runs: of everything that the build put together, and of the versions of what it left outside. The build writes it
 * here; null where the sources run as they are, because they may have changed since.
 */
export const buildHash: string | null = null
