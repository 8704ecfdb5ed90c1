import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../../language/documents/entity.ts'
import { resolveScreen } from '../../../language/resolve/screen.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RecordCall, RecordsEngine } from '../engine.ts'
import { openEngine } from '../testing/openEngine.ts'
import { actorOf, now } from '../testing/sampleEngine.ts'

const tour: Entity = {
  name: 'tour',
  title: '參訪',
  key: 'tourNo',
  label: 'tourNo',
  type: 'object',
  properties: {
    tourNo: { type: 'string', title: '編號', 'x-immutable': true },
    topic: { type: 'string', title: '主題' },
    leader: { type: 'string', title: '領隊', 'x-mask': 'name' },
    codes: { type: 'array', title: '門禁碼', items: { type: 'string', 'x-mask': 'secret' } },
    mobiles: { type: 'array', title: '聯絡手機', items: { type: 'string', format: 'mobile', 'x-mask': 'mobile' } },
  },
}
const entities = new Map([[tour.name, tour]])
const screen = resolveScreen(
  { uri: '/_test/tours', title: '參訪', entity: 'tour', list: { columns: ['tourNo'], toolbar: ['create'], rowActions: ['edit', 'view'] } },
  entities,
)
const guide: Actor = { ...actorOf('amy'), permissions: new Set(['view', 'create', 'edit'].map((verb) => `test.tours.${verb}`)) }
const mobiles = ['0912345678', '0922333444']

describe('a list of masked texts', () => {
  let db: Database
  let close: () => Promise<void>
  let engine: RecordsEngine

  const call = (changes: Partial<RecordCall> = {}): RecordCall => ({ actor: guide, screen, entity: 'tour', now, db, ...changes })
  let count = 0
  async function add(numbers: readonly string[]) {
    count += 1
    return engine.create(call(), { tourNo: `T${count}`, mobiles: numbers })
  }
  const stored = async (id: number) => (await engine.get(call({ screen: null }), id)).mobiles
  async function save(numbers: readonly string[], sent: (shown: readonly string[]) => readonly string[]) {
    const { id, rowVersion } = await add(numbers)
    const shown = (await engine.get(call(), id)).mobiles as readonly string[]
    const refused = await engine.update(call(), id, rowVersion, { topic: '改', mobiles: sent(shown) }).then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.body : error),
    )
    return { stored: await stored(id), refused }
  }

  beforeAll(async () => {
    ;({ db, engine, close } = await openEngine(() => entities))
  }, 180_000)
  afterAll(() => close())

  it('a form that sends it back as it was shown changes nothing', async () => {
    expect(await save(mobiles, (shown) => shown)).toEqual({ stored: mobiles, refused: null })
  })

  it('each text that was not touched stays, whatever is added, removed or moved', async () => {
    expect(await save(mobiles, (shown) => ['0933111222', ...shown])).toEqual({ stored: ['0933111222', ...mobiles], refused: null })
    expect(await save(mobiles, ([, second = '']) => [second])).toEqual({ stored: [mobiles[1]], refused: null })
    expect(await save(mobiles, (shown) => [...shown].reverse())).toEqual({ stored: [...mobiles].reverse(), refused: null })
  })

  it('texts that look alike keep their order, and are asked for when one of them is gone', async () => {
    const alike = ['0912111678', '0912999678']
    expect(await save(alike, (shown) => [...shown, '0933111222'])).toEqual({ stored: [...alike, '0933111222'], refused: null })
    const text = '聯絡手機「0912***678」有不只一筆，無法判斷留下的是哪一筆，請重新輸入完整的內容'
    expect(await save(alike, ([first = '']) => [first])).toEqual({ stored: alike, refused: { mobiles: text } })
    expect(await save(['0912345678', '0912345678'], ([first = '']) => [first])).toEqual({ stored: ['0912345678'], refused: null })
  })

  it('a mask for which nothing is stored is refused, when a record is made too', async () => {
    const text = '聯絡手機「0955***555」不是完整的內容，請輸入完整的內容'
    expect(await save(mobiles, (shown) => [...shown, '0955***555'])).toEqual({ stored: mobiles, refused: { mobiles: text } })
    await expect(add(['0955***555'])).rejects.toMatchObject({ body: { mobiles: text } })
  })

  it('a mask of a single text is never stored, however it comes', async () => {
    const text = '領隊「王○明」不是完整的內容，請輸入完整的內容'
    await expect(engine.create(call(), { tourNo: 'L1', leader: '王○明' })).rejects.toMatchObject({ body: { leader: text } })
    const { id, rowVersion } = await engine.create(call(), { tourNo: 'L2', leader: '李大華' })
    await expect(engine.update(call(), id, rowVersion, { leader: '王○明' })).rejects.toMatchObject({ body: { leader: text } })
    await engine.update(call(), id, rowVersion, { topic: '改', leader: '李○華' })
    expect((await engine.get(call({ screen: null }), id)).leader).toBe('李大華')
  })

  it('secrets that nobody touched stay, and a new one may have a star', async () => {
    const { id, rowVersion } = await engine.create(call(), { tourNo: 'C1', codes: ['12#34', '56*78'] })
    const { codes } = (await engine.get(call(), id)) as unknown as { codes: readonly string[] }
    await engine.update(call(), id, rowVersion, { codes: [...codes, '9*0'] })
    expect((await engine.get(call({ screen: null }), id)).codes).toEqual(['12#34', '56*78', '9*0'])
  })
})
