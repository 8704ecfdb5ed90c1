import { ApiError } from '../platform/errors.ts'
import type { RecordCall, RecordsEngine } from './engine.ts'
import type { RecordValues } from './hooks.ts'

/** A record that a job has found to be due, and the input of its step. */
export interface DueRecord {
  readonly id: number
  readonly input: RecordValues
}

/** Codes that say a record is not due any more: gone, or in another state. */
const overtaken: ReadonlySet<string> = new Set(['M08', 'M09'])

/**
 * Does a step with each of several records, a transaction each. What somebody has changed since the records were looked up is passed over,
 * because it must not keep the others waiting for the next day.
 *
 * @returns number of records that took the step
 */
export async function stepEach(
  records: Pick<RecordsEngine, 'transition'>,
  call: RecordCall,
  name: string,
  due: readonly DueRecord[],
): Promise<number> {
  let done = 0
  for (const { id, input } of due) {
    try {
      await records.transition(call, id, name, input)
      done += 1
    } catch (problem) {
      if (!(problem instanceof ApiError && overtaken.has(problem.code))) throw problem
    }
  }
  return done
}
