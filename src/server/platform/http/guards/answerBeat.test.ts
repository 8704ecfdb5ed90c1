import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { untilNextBeat } from './answerBeat.ts'

describe('an answer', () => {
  it('an answer is given a whole number of beats after the call came, however long the work took', async () => {
    for (const workMs of [0, 7, 60]) {
      const begin = performance.now()
      await sleep(workMs)
      await untilNextBeat(begin)
      expect(performance.now() - begin).toBeGreaterThanOrEqual(workMs < 50 ? 50 : 100)
    }
  })
})
