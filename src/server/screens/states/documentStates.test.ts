import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DocumentStates } from './documentStates.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'states-'))
  await mkdir(join(dataDir, 'documents'))
})

afterEach(() => rm(dataDir, { recursive: true }))

const now = { by: 'amy', at: new Date('2026-01-05T02:00:00Z') }
const texts = new Map([['entities/shop.json', '{}']])

describe('the states of documents', () => {
  it('states are numbered on by whoever opens the folder next', async () => {
    expect(await new DocumentStates(dataDir).record(texts, now)).toMatchObject({ number: 1 })
    const changed = new Map([['entities/shop.json', '{"name":"shop"}']])
    expect(await new DocumentStates(dataDir).record(changed, now)).toMatchObject({ number: 2 })
  })

  it('a state is recorded when a crash cut off what undo wrote, without saying where they come from', async () => {
    await writeFile(join(dataDir, 'documents', 'undo.json'), '{"backTo":3,"by":"a')
    expect(await new DocumentStates(dataDir).record(texts, now)).toEqual({
      number: 1,
      at: '2026-01-05T02:00:00.000Z',
      by: 'amy',
      files: [{ path: 'entities/shop.json', before: null, after: expect.any(String) }],
    })
  })

  it('states are not taken for none when their list cannot be read, or the next one would begin again at 1', async () => {
    await rm(join(dataDir, 'documents'), { recursive: true })
    await writeFile(join(dataDir, 'documents'), 'a file in place of the folder')
    await expect(new DocumentStates(dataDir).all()).rejects.toThrow('ENOTDIR')
  })
})
