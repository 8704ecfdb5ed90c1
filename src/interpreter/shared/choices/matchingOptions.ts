export interface PickedOption {
  readonly key: string
  readonly value: string
}

/** Most options drawn at once; users search in longer dictionaries. */
export const shownMax = 100

/** Options that contain all words of the search in key or text. */
export function matchingOptions<Option extends PickedOption>(options: readonly Option[], search: string): readonly Option[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter(({ key, value }) => {
    const text = `${key} ${value}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The next index in a list, with wrap-around. */
export function movedIndex(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (index + step + count) % count
}

/** Label of a key; the key itself when the dictionary does not have it. */
export function labelOf(options: readonly PickedOption[], key: string): string {
  return options.find((option) => option.key === key)?.value ?? key
}
