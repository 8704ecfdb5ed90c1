import { isHttpProblem } from '../../../client/http/problem.ts'
import type { CallAnswer } from '../../shared/calls/recordCalls.ts'
import type { ActionTarget } from '../actionTarget.ts'
import { parseVerdicts, type Verdict } from '../verdict.ts'

/** Rows per call of a long run; few enough for an answer within seconds. */
export const batchSize = 200

/** Observes a long run. */
export interface BulkWatch {
  readonly report: (done: number, total: number) => void
  /** True when the user has stopped the run. */
  readonly isStopped: () => boolean
}

type Rows = Extract<ActionTarget, { kind: 'rows' }>
type Send = (chosen: Readonly<Record<string, unknown>>) => Promise<CallAnswer>

/**
 * Sends a bulk action in one call, or in several when there are many rows, so that the user sees the progress and can stop. When a later
 * call is refused, its error becomes the verdict of the remaining rows; earlier rows stay processed and are reported.
 *
 * @returns the answer of a bulk call, with the verdicts of all rows
 */
export async function sendInBatches(rows: Rows, watch: BulkWatch, send: Send): Promise<CallAnswer> {
  if (rows.count <= batchSize) return send({ ...rows.chosen, ...toldOf(rows) })
  const results: Verdict[] = []
  let step: Step | null = firstStep(rows)
  let answer: CallAnswer = { data: null, messageCode: null, messageText: null }
  while (step !== null && !watch.isStopped()) {
    try {
      answer = await send(step.chosen)
    } catch (problem) {
      if (results.length === 0) throw problem
      results.push({ id: '', label: '其餘資料', ok: false, message: isHttpProblem(problem) ? problem.text : '' })
      break
    }
    results.push(...parseVerdicts(answer.data))
    step = step.next(answer.data)
    if (step !== null) watch.report(results.length, rows.count)
  }
  return { ...answer, data: { results } }
}

interface Step {
  readonly chosen: Readonly<Record<string, unknown>>
  readonly next: (answer: unknown) => Step | null
}

function firstStep(rows: Rows): Step | null {
  const { chosen } = rows
  return 'ids' in chosen ? idStep(chosen) : queryStep(chosen.query, 0, toldOf(rows))
}

/** How many the person was told, so that the server decides nothing that matches only since then. */
function toldOf({ chosen, count }: Rows): Readonly<Record<string, number>> {
  return 'ids' in chosen ? {} : { matching: count }
}

function idStep({ ids, rowVersions }: Extract<Rows['chosen'], { ids: unknown }>): Step | null {
  if (ids.length === 0) return null
  const batch = ids.slice(0, batchSize)
  const versions = Object.fromEntries(Object.entries(rowVersions).filter(([id]) => batch.some((each) => String(each) === id)))
  return { chosen: { ids: batch, rowVersions: versions }, next: () => idStep({ ids: ids.slice(batchSize), rowVersions }) }
}

/** The server says where the next batch begins, so that rows that no longer match do not shift the others. */
function queryStep(query: unknown, after: number, told: Readonly<Record<string, number>> = {}): Step {
  return {
    chosen: { query, batch: { after, size: batchSize }, ...told },
    next: (answer) => {
      const next = typeof answer === 'object' && answer !== null && 'next' in answer ? answer.next : null
      return typeof next === 'number' ? queryStep(query, next) : null
    },
  }
}
