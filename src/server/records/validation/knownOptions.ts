import type { PlainOption } from '../../../rules/dictionaryOptions.ts'

export type Options = ReadonlyMap<string, PlainOption>

interface Answer {
  readonly options: Options
  /** `writes` of {@link KnownOptions} when it was given. */
  readonly writes: number
}

/** Options that were found in one transaction, for the many records that it writes. */
export interface KnownOptions {
  /** By user, dictionary and arguments. */
  readonly answers: Map<string, Answer>
  /** How many records were written: each may have added an option. */
  writes: number
}

export function createKnownOptions(): KnownOptions {
  return { answers: new Map(), writes: 0 }
}

/** A record is about to be written, or was. */
export function noteWrite(known: KnownOptions | undefined): void {
  if (known) known.writes += 1
}

/**
 * Runs work that is undone when it fails, in a savepoint of its own. What it had written is then no option any more, so nothing that was
 * found meanwhile is known.
 */
export async function forgettingUndone<T>(known: KnownOptions | undefined, work: () => Promise<T>): Promise<T> {
  const before = known?.writes
  try {
    return await work()
  } catch (error) {
    if (known?.writes !== before) known?.answers.clear()
    throw error
  }
}
