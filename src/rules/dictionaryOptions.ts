/** One option of a dictionary: `key` is stored (always as text), `value` is shown. */
export interface PlainOption {
  readonly key: string
  readonly value: string
  /**
   * Used in existing records and in searches, but can no longer be chosen (a terminated company, a disabled role); `value` says why. These
   * options come last.
   */
  readonly ended?: true
}

/** Marks an option as ended: `C000105 某公司（已終止）`. */
export function endedOption(option: PlainOption, word: string): PlainOption {
  return { ...option, value: `${option.value}（${word}）`, ended: true }
}

/** Sorts options that can be chosen before ended ones. */
export function endedLast(options: readonly PlainOption[]): readonly PlainOption[] {
  return [...options.filter((option) => !option.ended), ...options.filter((option) => option.ended)]
}
