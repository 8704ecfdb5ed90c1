import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from '../../server/platform/projectRoot.ts'
import { DocumentStates } from '../../server/screens/states/documentStates.ts'
import { readDocumentFiles } from '../documentFiles.ts'
import { runSchemas, startSchemas } from './testing/runSchemas.ts'

const thing = (title: string) =>
  `${JSON.stringify({ name: 'thing', title, key: 'no', label: 'no', type: 'object', properties: { no: { type: 'string' } } })}\n`
const path = 'entities/demo/thing.json'
const other = 'entities/demo/other.json'

describe('the accepted states on the command line', () => {
  let folder: string
  let states: DocumentStates

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'states-'))
    await mkdir(join(folder, 'schemas/entities/demo'), { recursive: true })
    await cp(join(projectRoot, 'schemas/dictionaries'), join(folder, 'schemas/dictionaries'), { recursive: true })
    states = new DocumentStates(join(folder, 'data'))
    await save(path, thing('甲'))
    await accept(1)
    await save(path, thing('乙'))
    await save(other, thing('另一').replace('thing', 'other'))
    await accept(2)
    await rm(join(folder, 'schemas', other))
    await accept(3)
  })
  afterEach(() => rm(folder, { recursive: true }))

  const save = (file: string, text: string) => writeFile(join(folder, 'schemas', file), text)
  const read = (file: string) => readFile(join(folder, 'schemas', file), 'utf8')
  /** What a server does after its check. */
  const accept = (day: number) => {
    const texts = new Map(readDocumentFiles(join(folder, 'schemas')).map((file) => [file.path, file.text]))
    return states.record(texts, { by: 'amy', at: new Date(Date.UTC(2026, 0, day)) })
  }
  const run = (...args: string[]) => runSchemas(folder, ...args)

  it('log lists the states, newest first, and shows the whole difference of one', async () => {
    const { text } = await startSchemas(folder, 'log')
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      `3  2026-01-03 08:00:00  amy  ${other} 刪除`,
      `2  2026-01-02 08:00:00  amy  ${other} 新增、${path} +1 −1`,
      expect.stringMatching(/^1 {2}2026-01-01 08:00:00 {2}amy {2}開始記錄，\d+ 個檔案$/),
    ])
    expect((await run('log', '2')).text).toContain(`${path}\n@@ 第 1 行\n-${thing('甲')}+${thing('乙')}`.trim())
    expect(await run('log', '9')).toMatchObject({ code: 1, text: expect.stringContaining('沒有第「9」版') })
  })

  it('undo goes back to the state before, and to any other, and the state that a server then accepts says so', async () => {
    expect(await startSchemas(folder, 'undo')).toMatchObject({ code: 0, text: expect.stringContaining(`新增 schemas/${other}`) })
    expect(await read(other)).toContain('另一')
    expect(await accept(4)).toMatchObject({ number: 4, backTo: 2, by: expect.not.stringContaining('amy') })
    await run('undo', '1')
    expect(await read(path)).toBe(thing('甲'))
    await expect(read(other)).rejects.toThrow('ENOENT')
    // Not accepted yet, but nothing would be lost either.
    await run('undo', '4')
    expect(await read(path)).toBe(thing('乙'))
    expect((await run('undo', '4')).text).toContain('已經與第 4 版相同')
  })

  it('undo refuses to lose what was never accepted', async () => {
    await save(path, '{ broken')
    expect(await startSchemas(folder, 'undo', '1')).toMatchObject({ code: 1, text: expect.stringContaining(`schemas/${path}`) })
    expect(await read(path)).toBe('{ broken')
  })

  it('undo that would lose something names the states that can follow when it is out of the way', async () => {
    await save(path, '{ broken')
    const { text } = await run('undo')
    expect(text.split('\n').slice(-3)).toEqual([
      `  npm run schemas -- undo 2（第 2 版：2026-01-02 08:00:00  amy  ${other} 新增、${path} +1 −1）`,
      `  npm run schemas -- undo 3（第 3 版：2026-01-03 08:00:00  amy  ${other} 刪除）`,
      '第 3 版是伺服器使用中的內容：回到它只去掉上面的修改',
    ])
    await rm(join(folder, 'schemas', path))
    expect(await run('undo', '3')).toMatchObject({ code: 0, text: expect.stringContaining(`新增 schemas/${path}`) })
    expect(await read(path)).toBe(thing('乙'))
  })

  it('undo refuses what would be faulty now', async () => {
    const user = thing('用').replaceAll('"thing"', '"user"').replace('{"type":"string"}', '{"type":"string","x-dictionary":"NewKind"}')
    const kind = '{ "name": "NewKind", "title": "種類", "options": [{ "key": "1", "value": "一" }] }'
    await save('dictionaries/NewKind.json', kind)
    await accept(4)
    await save('entities/demo/user.json', user)
    const found = await run('undo', '3')
    expect(found).toMatchObject({
      code: 1,
      text: expect.stringMatching(/還原後文件會有錯誤.*schemas\/entities\/demo\/user.json:1:.*NewKind/s),
    })
    expect(await read('dictionaries/NewKind.json')).toBe(kind)
    // Every other state lacks the dictionary, or is the folder as it is.
    expect(found.text).toContain('附近的版本也都會有錯誤')

    await rm(join(folder, 'schemas/entities/demo/user.json'))
    await save(path, thing('丙'))
    await accept(5)
    await save(path, thing('丁'))
    await accept(6)
    await save('entities/demo/user.json', user)
    const { text } = await run('undo', '3')
    expect(text).toMatch(
      /可以改回的最近一版：\n {2}npm run schemas -- undo 4（第 4 版：2026-01-04 08:00:00 {2}amy {2}dictionaries\/NewKind.json 新增）$/,
    )
    expect((await run('undo', '4')).code).toBe(0)
    expect(await read(path)).toBe(thing('乙'))
  })
})
