import { describe, expect, it } from 'vitest'
import { HttpProblem } from '../../../client/http/problem.ts'
import { type Confirmations, confirmedCall } from './confirmedCall.ts'

const question = (field: string) => new HttpProblem({ kind: 'text', status: 409, code: `CONFIRM:${field}`, text: `${field} 嗎？` })

function serverAsking(...fields: readonly string[]) {
  const sent: Confirmations[] = []
  const send = async (confirmations: Confirmations) => {
    sent.push(confirmations)
    const open = fields.find((field) => confirmations[field] !== true)
    if (open !== undefined) throw question(open)
    return 'done'
  }
  return { sent, send }
}

describe('confirmedCall', () => {
  it('asks nothing when the server asks nothing', async () => {
    const { sent, send } = serverAsking()
    expect(await confirmedCall(() => Promise.reject(new Error('asked')), send)).toBe('done')
    expect(sent).toEqual([{}])
  })

  it('sends the call again with every answer', async () => {
    const { sent, send } = serverAsking('confirmOne', 'confirmTwo')
    const asked: string[] = []
    const confirm = async (text: string) => asked.push(text) > 0
    expect(await confirmedCall(confirm, send)).toBe('done')
    expect(asked).toEqual(['confirmOne 嗎？', 'confirmTwo 嗎？'])
    expect(sent).toEqual([{}, { confirmOne: true }, { confirmOne: true, confirmTwo: true }])
  })

  it('gives up without a word after a no', async () => {
    const { sent, send } = serverAsking('confirmOne')
    await expect(confirmedCall(async () => false, send)).rejects.toMatchObject({ kind: 'aborted', text: '' })
    expect(sent).toEqual([{}])
  })

  it('confirmedCall does not ask twice the same, and passes on every other refusal', async () => {
    const asked: string[] = []
    const confirm = async (text: string) => asked.push(text) > 0
    await expect(confirmedCall(confirm, () => Promise.reject(question('confirmOne')))).rejects.toMatchObject({ code: 'CONFIRM:confirmOne' })
    expect(asked).toHaveLength(1)
    const refusal = new HttpProblem({ kind: 'text', status: 409, code: 'M09', text: '' })
    await expect(confirmedCall(confirm, () => Promise.reject(refusal))).rejects.toBe(refusal)
  })
})
