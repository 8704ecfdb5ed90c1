import { describe, expect, it } from 'vitest'
import type { Confirmations } from '../../shared/calls/confirmedCall.ts'
import type { ActionTarget } from '../actionTarget.ts'
import type { Verdict } from '../verdict.ts'
import { confirmedBulk } from './bulkQuestions.ts'

type Rows = Extract<ActionTarget, { kind: 'rows' }>

const rows: Rows = { kind: 'rows', chosen: { ids: [1, 2, 3, 4], rowVersions: { 1: 5, 2: 6, 3: 7 } }, count: 4 }

/** A server that asks about some rows, in its own order, and processes the others. */
function server(questions: Readonly<Record<number, readonly string[]>>) {
  const calls: { ids: readonly unknown[]; rowVersions: unknown; confirmations: Confirmations }[] = []
  const send = async (sent: Rows, confirmations: Confirmations) => {
    if (!('ids' in sent.chosen)) throw new Error('ids are wanted')
    const { ids, rowVersions } = sent.chosen
    calls.push({ ids, rowVersions, confirmations })
    const results = ids.map((id): Verdict => {
      const open = (questions[Number(id)] ?? []).find((field) => !Object.hasOwn(confirmations, field))
      const label = `第${id}號`
      return open === undefined ? { id, label, ok: true, message: '' } : { id, label, ok: false, message: `${open}？`, question: open }
    })
    return { data: { results }, messageCode: 'M04', messageText: null }
  }
  return { calls, send }
}

const verdictsOf = (answer: { data: unknown }) => (answer.data as { results: Verdict[] }).results

describe('confirmedBulk', () => {
  it('puts a question once for all rows that it is about, and sends only these again', async () => {
    const { calls, send } = server({ 2: ['margin'], 3: ['margin'] })
    const asked: string[] = []
    const answer = await confirmedBulk(async (text) => asked.push(text) > 0, rows, send)
    expect(asked).toEqual(['2 筆資料：margin？'])
    expect(calls[1]).toEqual({ ids: [2, 3], rowVersions: { 2: 6, 3: 7 }, confirmations: { margin: true } })
    expect(verdictsOf(answer).map(({ id, ok }) => [id, ok])).toEqual([1, 2, 3, 4].map((id) => [id, true]))
  })

  it('asks each row what it is asked about, and takes no yes for a question that was not put', async () => {
    const { calls, send } = server({ 1: ['first', 'second'], 4: ['second', 'first'] })
    const asked: string[] = []
    await confirmedBulk(async (text) => asked.push(text) > 0, rows, send)
    expect(asked).toEqual(['第1號：first？', '第1號：second？', '第4號：second？', '第4號：first？'])
    expect(calls.slice(1).map(({ ids, confirmations }) => [ids, Object.keys(confirmations)])).toEqual([
      [[1], ['first']],
      [[1], ['first', 'second']],
      [[4], ['second']],
      [[4], ['second', 'first']],
    ])
  })

  it('leaves rows refused, with the question as the reason, after 取消！', async () => {
    const { calls, send } = server({ 2: ['margin'] })
    const answer = await confirmedBulk(async () => false, rows, send)
    expect(calls).toHaveLength(1)
    expect(verdictsOf(answer)[1]).toEqual({ id: 2, label: '第2號', ok: false, message: 'margin？' })
  })
})
