import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../server/platform/projectRoot.ts'
import { runSchemas, startSchemas } from './testing/runSchemas.ts'

const entity = (name: string, key: string) => ({
  name,
  title: '甲',
  key,
  label: key,
  properties: { no: { type: 'string', 'x-unique': true } },
})
const screen = (uri: string, name: string, column: string) => ({
  uri,
  title: '乙',
  entity: name,
  list: { columns: [column], filters: ['no'] },
})

describe('a command that is asked for a document with errors', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'broken-'))
    for (const path of ['entities/demo', 'screens/_demo', 'dashboards']) await mkdir(join(folder, 'schemas', path), { recursive: true })
    await cp(join(projectRoot, 'schemas/dictionaries'), join(folder, 'schemas/dictionaries'), { recursive: true })
    await save('entities/demo/thing.json', entity('thing', 'no'))
    await save('entities/demo/faulty.json', entity('faulty', 'nr'))
    await save('screens/_demo/good.json', screen('/_demo/good', 'thing', 'no'))
    await save('screens/_demo/things.json', screen('/_demo/things', 'thing', 'nr'))
    await save('screens/_demo/faulty.json', screen('/_demo/faulty', 'faulty', 'no'))
    await save('dictionaries/Mood.json', { name: 'Mood', options: [] })
    const mood = { type: 'string', title: '心情', 'x-dictionary': 'Mood' }
    const moody = { ...entity('moody', 'no'), properties: { ...entity('moody', 'no').properties, mood } }
    await save('entities/demo/moody.json', { ...moody, deletable: { 'row.mood': { eq: 'good' } } })
    await save('screens/_demo/moody.json', screen('/_demo/moody', 'moody', 'no'))
    await save('dashboards/board.json', { name: 'board', title: '丙', roles: ['OPS'], tiles: [{ kind: 'text', title: '丁' }] })
    await writeFile(join(folder, 'schemas/screens/_demo/torn.json'), '{ "uri": "/_demo/torn",\n  "title"')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const save = (path: string, document: object) => writeFile(join(folder, 'schemas', path), JSON.stringify(document))

  it.each([
    [
      ['explain', '/_demo/things'],
      /^畫面「\/_demo\/things」有錯誤，請先更正：\nschemas\/screens\/_demo\/things\.json:1:\d+ \/list\/columns\/0 .*「nr」/,
    ],
    [['explain', '/_demo/torn'], /^畫面「\/_demo\/torn」有錯誤，請先更正：\nschemas\/screens\/_demo\/torn\.json:2:\d+ \/ JSON 語法錯誤/],
    [
      ['explain', '/_demo/faulty'],
      /^畫面「\/_demo\/faulty」所用的實體有錯誤，請先更正：\nschemas\/entities\/demo\/faulty\.json:1:\d+ \/key /,
    ],
    [['explain', '/_demo/moody'], /^畫面「\/_demo\/moody」所用的字典有錯誤，請先更正：\nschemas\/dictionaries\/Mood\.json:1:\d+ \//],
    [['explain', 'dashboards/board'], /^儀表板「board」有錯誤，請先更正：\nschemas\/dashboards\/board\.json:1:\d+ \/tiles\/0 /],
    [['new', '_demo/more', '--from', 'faulty'], /^實體「faulty」有錯誤，請先更正：\nschemas\/entities\/demo\/faulty\.json:1:/],
    [
      ['new', 'dashboards/more', '--from', '/_demo/things'],
      /^畫面「\/_demo\/things」有錯誤，請先更正：\nschemas\/screens\/_demo\/things\.json:1:/,
    ],
    [['new', 'dashboards/more', '--from', 'faulty'], /^實體「faulty」有錯誤，請先更正：/],
    [['explain', '/_demo/nothing'], /^沒有可用的畫面「\/_demo\/nothing」/],
  ])('%j says what is wrong and where', async (args, says) => {
    const { text, code } = await runSchemas(folder, ...args)
    expect([text, code]).toEqual([expect.stringMatching(says), 1])
  })

  it.each([
    ['explain', '/_demo/things'],
    ['new', '_demo/more', '--from', 'faulty'],
  ])('%s says the same where it is started as a program', async (...args) => {
    expect(await startSchemas(folder, ...args)).toEqual(await runSchemas(folder, ...args))
  })
})
