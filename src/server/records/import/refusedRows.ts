import { ApiError } from '../../platform/errors.ts'

/** Rows that are tried together before each is tried alone: savepoints and questions about single problems cost as much as the records. */
const rowsTogether = 100

interface Attempt {
  /** The row is tried by itself, because others before or beside it were refused. */
  readonly isAlone: boolean
  /** How many rows were refused so far. */
  readonly refusedCount: number
}

export interface RefusedRow<Row> {
  readonly row: Row
  readonly refusal: ApiError
}

/**
 * Writes the rows of a file, and returns those that are refused. As soon as one is, nothing will be kept, and each is tried by itself to
 * find all that is wrong.
 *
 * @param write writes these rows or none of them: in a savepoint of its own
 */
export async function refusedRows<Row>(
  rows: readonly Row[],
  write: (some: readonly Row[], attempt: Attempt) => Promise<unknown>,
): Promise<readonly RefusedRow<Row>[]> {
  const refused: RefusedRow<Row>[] = []
  for (let start = 0; start < rows.length; start += rowsTogether) {
    const some = rows.slice(start, start + rowsTogether)
    const tryTogether = () => refusalOf(() => write(some, { isAlone: false, refusedCount: 0 }))
    if (refused.length === 0 && (await tryTogether()) === null) continue
    for (const row of some) {
      const refusal = await refusalOf(() => write([row], { isAlone: true, refusedCount: refused.length }))
      if (refusal) refused.push({ row, refusal })
    }
  }
  return refused
}

async function refusalOf(work: () => Promise<unknown>): Promise<ApiError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
