/** Prefix of the portal's storage keys. */
export const portalPrefix = 'portal:'

/**
 * The portal's own part of the browser's storage: staff may use the console in the same browser, and neither may send the other's tokens.
 * The flag of the cookie notice is stored outside, under the key that the specification names.
 */
export function createPortalStorage(storage: Storage): Storage {
  const ownKeys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
      (key): key is string => key?.startsWith(portalPrefix) === true,
    )
  return {
    get length() {
      return ownKeys().length
    },
    key: (index) => ownKeys()[index]?.slice(portalPrefix.length) ?? null,
    getItem: (key) => storage.getItem(portalPrefix + key),
    setItem: (key, value) => storage.setItem(portalPrefix + key, value),
    removeItem: (key) => storage.removeItem(portalPrefix + key),
    clear: () => {
      for (const key of ownKeys()) storage.removeItem(key)
    },
  }
}
