import { describe, expect, it } from 'vitest'
import { maskSecrets, writeUserActions } from './audit.ts'
import type { Executor } from './database/tables.ts'

it('writeUserActions asks the database for nothing when there is nothing to write', async () => {
  const unused = new Proxy({}, { get: () => expect.unreachable('a statement was made') }) as Executor
  await expect(writeUserActions(unused, [])).resolves.toBeUndefined()
})

describe('maskSecrets', () => {
  it('replaces secrets at any depth and keeps everything else', () => {
    const record = { userName: 'ops01', passwordHash: 'x', rows: [{ aesKey: 'k', name: 'n' }], resetToken: null }
    expect(maskSecrets(record)).toEqual({
      userName: 'ops01',
      passwordHash: '＊＊＊',
      rows: [{ aesKey: '＊＊＊', name: 'n' }],
      resetToken: null,
    })
  })

  it('writes dates as ISO texts', () => {
    expect(maskSecrets({ at: new Date(0) })).toEqual({ at: '1970-01-01T00:00:00.000Z' })
  })
})
