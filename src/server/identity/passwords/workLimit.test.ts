import { describe, expect, it } from 'vitest'
import { createWorkLimit, TooBusyError } from './workLimit.ts'

function openGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open }
}

describe('createWorkLimit', () => {
  it('runs no more than allowed at once and everything in the end', async () => {
    const limit = createWorkLimit(2, 10)
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      return running
    }
    await Promise.all(Array.from({ length: 10 }, () => limit(work)))
    expect(most).toBe(2)
  })

  it('refuses what finds the waiting line full, and takes work again afterwards', async () => {
    const limit = createWorkLimit(1, 1)
    const { gate, open } = openGate()
    const first = limit(() => gate)
    const second = limit(async () => 'second')
    await expect(limit(async () => 'third')).rejects.toBeInstanceOf(TooBusyError)
    open()
    await first
    expect(await second).toBe('second')
    expect(await limit(async () => 'fourth')).toBe('fourth')
  })

  it('hands the turn on when work fails', async () => {
    const limit = createWorkLimit(1, 5)
    await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limit(async () => 'next')).toBe('next')
  })
})
