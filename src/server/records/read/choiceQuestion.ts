/** Most records that are asked for by their keys: as many as rows of a form are drawn at once. */
export const keysMax = 50

/** What somebody looks for, to name it in a field. */
export interface ChoiceQuestion {
  /** Part of a key, of a name, or of another searched field; '' for the first records. */
  readonly search: string
  /** Records by their keys, whether they may still be chosen or not; none: any. At most {@link keysMax}. */
  readonly keys: readonly string[]
  /** Company of the record that is filled in, where it has one. Merchants fill in their own only. */
  readonly merchant: string | null
}
