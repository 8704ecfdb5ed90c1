import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { createReloadGuard } from './reloadGuard.ts'

describe('createReloadGuard', () => {
  it('allows two reloads in a row, refuses the third and then starts anew', () => {
    const mayReload = createReloadGuard(createMemoryStorage(), () => 1000)
    expect([mayReload(), mayReload(), mayReload(), mayReload()]).toEqual([true, true, false, true])
  })

  it('forgets reloads that lie further apart', () => {
    let now = 0
    const mayReload = createReloadGuard(createMemoryStorage(), () => now)
    for (now = 0; now < 10 * 600_000; now += 600_000) expect(mayReload()).toBe(true)
  })

  it('counts across page loads of one tab', () => {
    const storage = createMemoryStorage()
    createReloadGuard(storage, () => 0)()
    createReloadGuard(storage, () => 1)()
    expect(createReloadGuard(storage, () => 2)()).toBe(false)
  })
})
