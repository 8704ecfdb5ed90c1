import { describe, expect, it } from 'vitest'
import { HttpProblem } from '../../../client/http/problem.ts'
import { type BulkWatch, sendInBatches } from './bulkBatches.ts'

const ids = Array.from({ length: 450 }, (_unused, index) => index + 1)
/** Only of some rows, because rows of another page may have none. */
const rowVersions = { 1: 4, 200: 2, 201: 7, 450: 1 }
const verdict = (id: number) => ({ id, label: `第${id}號`, ok: true, message: '作業完成!' })
const answerTo = (chosen: readonly number[], next: number | null = null) => ({
  data: { results: chosen.map(verdict), next },
  messageCode: 'M04',
  messageText: null,
})

function watched(stopAfter = Number.POSITIVE_INFINITY) {
  const reports: number[] = []
  const watch: BulkWatch = { report: (done) => void reports.push(done), isStopped: () => reports.length >= stopAfter }
  return { watch, reports }
}

const resultsOf = (answer: { readonly data: unknown }) =>
  (answer.data as { results: { id: unknown; ok: boolean; message: string }[] }).results

/** A server with the rows 1 to 450. Processed rows disappear, as after a transition that leaves the filter. */
function queryServer() {
  const left = new Set(ids)
  const sent: unknown[] = []
  return {
    sent,
    send: async (chosen: Readonly<Record<string, unknown>>) => {
      sent.push(chosen)
      const { after, size } = chosen.batch as { after: number; size: number }
      const matching = [...left].filter((id) => id > after)
      const taken = matching.slice(0, size)
      for (const id of taken) left.delete(id)
      return answerTo(taken, matching.length > size ? (taken.at(-1) ?? null) : null)
    },
  }
}

describe('sendInBatches', () => {
  it('sends few rows in one call, as they were chosen', async () => {
    const { watch, reports } = watched()
    const sent: unknown[] = []
    await sendInBatches({ kind: 'rows', chosen: { query: 'a=1' }, count: 200 }, watch, async (chosen) => {
      sent.push(chosen)
      return answerTo([1])
    })
    expect([sent, reports]).toEqual([[{ query: 'a=1', matching: 200 }], []])
  })

  it('gives every row of a long choice one verdict, and reports on the way', async () => {
    const { watch, reports } = watched()
    const versions: unknown[] = []
    const answer = await sendInBatches({ kind: 'rows', chosen: { ids, rowVersions }, count: 450 }, watch, async (chosen) => {
      versions.push(chosen.rowVersions)
      return answerTo(chosen.ids as number[])
    })
    expect(resultsOf(answer).map((one) => one.id)).toEqual(ids)
    expect(versions).toEqual([{ 1: 4, 200: 2 }, { 201: 7 }, { 450: 1 }])
    expect(reports).toEqual([200, 400])
  })

  it('goes through all that match by the place where the server stopped, although processed rows leave the list', async () => {
    const { watch, reports } = watched()
    const server = queryServer()
    const answer = await sendInBatches({ kind: 'rows', chosen: { query: 'status=1' }, count: 450 }, watch, server.send)
    expect(resultsOf(answer).map((one) => one.id)).toEqual(ids)
    const batches = [0, 200, 400].map((after) => ({ query: 'status=1', batch: { after, size: 200 } }))
    expect(server.sent).toEqual([{ ...batches[0], matching: 450 }, ...batches.slice(1)])
    expect(reports).toEqual([200, 400])
  })

  it('stops between two calls and tells what was done', async () => {
    const { watch } = watched(1)
    const answer = await sendInBatches({ kind: 'rows', chosen: { ids, rowVersions }, count: 450 }, watch, async (chosen) =>
      answerTo(chosen.ids as number[]),
    )
    expect(resultsOf(answer)).toHaveLength(200)
  })

  it('tells what was done when a later call fails, and rejects when the first one does', async () => {
    const refusal = new HttpProblem({ kind: 'text', status: 403, code: 'M12', text: '您沒有執行此作業的權限。' })
    const { watch } = watched()
    let calls = 0
    const send = async (chosen: Readonly<Record<string, unknown>>) => {
      calls += 1
      if (calls > 1) throw refusal
      return answerTo(chosen.ids as number[])
    }
    const answer = await sendInBatches({ kind: 'rows', chosen: { ids, rowVersions }, count: 450 }, watch, send)
    expect(resultsOf(answer).at(-1)).toEqual({ id: '', label: '其餘資料', ok: false, message: refusal.text })
    expect(resultsOf(answer)).toHaveLength(201)
    await expect(sendInBatches({ kind: 'rows', chosen: { ids, rowVersions }, count: 450 }, watch, send)).rejects.toBe(refusal)
  })
})
