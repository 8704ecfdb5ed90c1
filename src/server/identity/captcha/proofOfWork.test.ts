import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { captchaLengthMax } from '../../../rules/captcha.ts'
import { createProofOfWork } from './proofOfWork.ts'

const key = new Uint8Array(32).fill(9)
/** A time in the past, to show that the clock of the product is used and not that of the machine. */
const now = new Date('2026-01-05T01:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const proof = createProofOfWork(key)

interface Answer {
  readonly challenge: Challenge
  readonly solution: Solution
}

const encode = (answer: unknown) => Buffer.from(JSON.stringify(answer)).toString('base64')
let right: Answer

beforeAll(async () => {
  const given = await proof.challenge('password', now)
  if (given.kind !== 'proof') throw new Error('expected a proof')
  const solution = await solveChallenge({ challenge: given.challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  right = { challenge: given.challenge, solution }
})

describe('the proof of work', () => {
  it('accepts the right answer until it ends, always under the same nonce', async () => {
    const passed = await proof.check('password', encode(right), now)
    expect(passed).toEqual({ nonce: right.challenge.parameters.nonce, expiresAt: inMinutes(20) })
    expect(await proof.check('password', encode(right), inMinutes(19))).toEqual(passed)
    expect(await proof.check('password', encode(right), inMinutes(20))).toBeUndefined()
    expect(encode(right).length).toBeLessThan(captchaLengthMax)
  })

  it('opens only the form that it was made for', async () => {
    expect(await proof.check('register', encode(right), now)).toBeUndefined()
  })

  it('refuses an answer without the work, a challenge that was changed, and that of another installation', async () => {
    const { challenge, solution } = right
    const guess = { ...solution, derivedKey: `${challenge.parameters.keyPrefix}${'0'.repeat(32)}` }
    const longer = { ...challenge.parameters, data: { action: 'password', expiresAt: inMinutes(1000).getTime() } }
    const unsigned = { ...challenge.parameters, keySignature: undefined, keyPrefix: '0' }
    for (const answer of [
      { challenge, solution: guess },
      { challenge: { ...challenge, parameters: longer }, solution },
      { challenge: { ...challenge, parameters: unsigned }, solution },
    ])
      expect(await proof.check('password', encode(answer), now)).toBeUndefined()
    expect(await createProofOfWork(new Uint8Array(32)).check('password', encode(right), now)).toBeUndefined()
  })

  it('refuses whatever is no answer at all', async () => {
    const { challenge, solution } = right
    const nonsense = [
      null,
      1,
      'x',
      [],
      {},
      { challenge: null, solution },
      { challenge: { parameters: 1, signature: 'x' }, solution },
      { challenge },
    ]
    for (const value of nonsense) expect(await proof.check('password', encode(value), now)).toBeUndefined()
    for (const text of ['', 'xxxxx', '%%%', '{}']) expect(await proof.check('password', text, now)).toBeUndefined()
  })
})
