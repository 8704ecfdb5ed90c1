import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../server/platform/projectRoot.ts'
import { DocumentStates } from '../../server/screens/states/documentStates.ts'
import { readDocumentFiles } from '../documentFiles.ts'
import { runSchemas, startSchemas } from './testing/runSchemas.ts'

describe('schemas -- impact', () => {
  let folder: string
  let schemas: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'impact-'))
    schemas = join(folder, 'schemas')
    await cp(join(projectRoot, 'schemas'), schemas, { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = (...args: string[]) => runSchemas(folder, 'impact', ...args)
  const edit = async (path: string, change: (text: string) => string) => {
    const file = join(schemas, path)
    await writeFile(file, change(await readFile(file, 'utf8')))
  }

  it('compares with what the server accepted, and says what it cannot count', async () => {
    const { text: without, code } = await startSchemas(folder, 'impact')
    expect([without, code]).toEqual([expect.stringContaining('尚無紀錄'), 1])

    const texts = new Map(readDocumentFiles(schemas).map((file) => [file.path, file.text]))
    await new DocumentStates(join(folder, 'data')).record(texts, { by: 'amy', at: new Date() })
    expect(await run()).toEqual({ text: '與伺服器接受的第 1 版相同，沒有影響', code: 0 })

    await rm(join(schemas, 'screens/_company/retail_store.json'))
    await edit('dictionaries/AberrantHandle.json', (text) => text.replace('"value": "確認無誤"', '"value": "改名"'))
    await edit('screens/_company/companies.json', () => '{ broken')
    const { text } = await run()
    const lines = text.split('\n')
    expect(lines[0]).toMatch(/^\d+ 個檔案有錯誤，以伺服器使用中的版本計算/)
    expect(text).toContain('畫面「門市維護」（/_company/retail_store）（刪除）  schemas/screens/_company/retail_store.json')
    expect(text).toContain('連往的畫面少了 /_company/retail_store')
    expect(text).toContain('改為「改名」：已存的資料也會這樣顯示')
    expect(text).toContain('角色 OPS 營運人員\n  不再有畫面「門市維護」')
    expect(text).not.toContain('/_company/companies）（刪除）')
    expect((await run('7')).text).toContain('沒有第「7」版')
    expect((await startSchemas(folder, 'impact', '1')).text).toBe(text)
    expect(lines.at(-1)).toMatch(/^資料筆數與使用者人數未計算，角色以預設角色為準：資料夾 .* 還沒有資料庫/)
  })

  it('names the places of the documents that use a field that goes', async () => {
    const gadget = { name: 'gadget', title: '小物', key: 'no', label: 'no', properties: { no: { type: 'string', 'x-unique': true } } }
    const colour = { type: 'string', title: '顏色' }
    const screen = { uri: '/_demo/gadgets', title: '小物', entity: 'gadget', list: { columns: ['no', 'colour'], filters: ['colour'] } }
    for (const part of ['entities/demo', 'screens/_demo']) await mkdir(join(schemas, part), { recursive: true })
    const save = (path: string, document: object) => writeFile(join(schemas, path), JSON.stringify(document))
    await save('entities/demo/gadget.json', { ...gadget, properties: { ...gadget.properties, colour } })
    await save('screens/_demo/gadgets.json', screen)
    const texts = new Map(readDocumentFiles(schemas).map((file) => [file.path, file.text]))
    await new DocumentStates(join(folder, 'data')).record(texts, { by: 'amy', at: new Date() })

    const place = '  schemas/screens/_demo/gadgets.json /list/columns/1 /list/filters/0'
    await save('entities/demo/gadget.json', gadget)
    const { text: held } = await run()
    expect(held).toContain('更正錯誤之前不會採用')
    expect(held).toContain(`實體「小物」（gadget）不再有「顏色」（colour），接受的文件用到它的地方：\n${place}`)

    await save('screens/_demo/gadgets.json', { ...screen, list: { columns: ['no'], filters: ['no'] } })
    const { text: taken } = await run()
    expect(taken).toContain('欄位少了 「顏色」（colour）')
    expect(taken).toContain(place)

    await save('entities/demo/gadget.json', { ...gadget, properties: { ...gadget.properties, hue: { ...colour, renamedFrom: 'colour' } } })
    expect((await run()).text).toContain(`實體「小物」（gadget）的「顏色」（colour）改名為 hue，接受的文件用到它的地方：\n${place}`)
  })
})
