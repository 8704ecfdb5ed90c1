export interface PickedOption {
  readonly key: string
  readonly value: string
}

/** Options drawn at once; a longer dictionary is searched. */
export const shownMax = 100

/** Options that have all the words of the search, in their key or in their text. */
export function matchingOptions<Option extends PickedOption>(options: readonly Option[], search: string): readonly Option[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter(({ key, value }) => {
    const text = `${key} ${value}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The next place in a list that goes round. */
export function movedIndex(index: number, step: number, count: number): number {
  return count === 0 ? 0 : (index + step + count) % count
}

/** Text of a key; of one that the dictionary does not know the key itself. */
export function labelOf(options: readonly PickedOption[], key: string): string {
  return options.find((option) => option.key === key)?.value ?? key
}
