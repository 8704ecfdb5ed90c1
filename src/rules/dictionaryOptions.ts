/** One choice of a dictionary: `key` is what is stored (always text), `value` is what people read. */
export interface PlainOption {
  readonly key: string
  readonly value: string
  /**
   * Named by records of before and looked for, but not to be chosen any more (a terminated company, a disabled role); `value` says why.
   * Such options stand behind the others.
   */
  readonly ended?: true
}

/** An option that is over: `C000105 某公司（已終止）`. */
export function endedOption(option: PlainOption, word: string): PlainOption {
  return { ...option, value: `${option.value}（${word}）`, ended: true }
}

/** What may be chosen first. */
export function endedLast(options: readonly PlainOption[]): readonly PlainOption[] {
  return [...options.filter((option) => !option.ended), ...options.filter((option) => option.ended)]
}
