import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../../src/client/testing/memoryStorage.ts'
import { createPortalStorage } from './portalStorage.ts'

describe('the storage of the portal', () => {
  it('neither sees nor clears what others keep', () => {
    const all = createMemoryStorage()
    all.setItem('tokens', 'staff')
    const own = createPortalStorage(all)
    own.setItem('tokens', 'member')
    expect([own.length, own.key(0), own.getItem('tokens'), all.getItem('tokens')]).toEqual([1, 'tokens', 'member', 'staff'])
    own.clear()
    expect([own.length, own.getItem('tokens'), all.getItem('tokens')]).toEqual([0, null, 'staff'])
  })
})
