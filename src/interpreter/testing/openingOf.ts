/** Answer of the call that opens a screen, for a list whose dictionaries are asked for by name. */
export function openingOf(screen: unknown, preferences: unknown = {}): unknown {
  return { screen, preferences, dictionaries: [] }
}
