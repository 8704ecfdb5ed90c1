import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { savepoint, transact } from '../../platform/database/transact.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { Cell } from '../export/cells.ts'
import { writeXlsx } from '../export/xlsx.ts'
import { actorOf, callBy, merchantOf, openSampleEngine, queryOf, type SampleEngine } from '../testing/sampleEngine.ts'

const maker = actorOf('maker')

async function sheetOf(rows: readonly (readonly Cell[])[]): Promise<Uint8Array> {
  async function* lines() {
    yield* rows
  }
  return collect(writeXlsx('資料', lines()))
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('importFile', () => {
  let sample: SampleEngine
  let numbers = 0

  beforeAll(async () => {
    sample = await openSampleEngine('table')
    sample.addHooks({ beforeCreate: (_context, input) => ({ sampleNo: `S${++numbers}`, ...input }) })
  }, 180_000)
  afterAll(() => sample.close())
  beforeEach(() => sample.reset())

  const run = async (rows: readonly (readonly Cell[])[], actor = maker) =>
    sample.engine.importFile(callBy(sample, actor), await sheetOf(rows))
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: ApiError) => String(error.body),
    )
  const listed = async () => (await sample.engine.list(callBy(sample, maker), queryOf())).rows

  it('makes a record of each row, reading labels, numbers, dates and lists as people write them', async () => {
    const headings = ['名稱', '類別', '特約商', '點數', '開放', '起日', '標籤', '事由']
    const result = await run([
      headings,
      ['甲', '乙類', 'C000001', '1,234', '否', '2026/1/5', '紅、藍', '試'],
      ['乙', 'A', 'C000001', 5, '是', null, null, null],
    ])
    expect(result).toEqual({ createdCount: 2 })
    const [first] = await listed()
    expect(first).toMatchObject({ sampleName: '甲', category: 'B', points: 1234 })
    const raw = await sample.engine.get(callBy(sample, maker, { screen: null }), Number(first?.id))
    expect(raw).toMatchObject({ isOpen: false, startDate: '2026-01-05', tags: ['紅', '藍'] })
    expect((await sample.engine.history(callBy(sample, maker), raw.id))[0]?.action).toBe('匯入')
  })

  /** How many statements wrote lines of the log meanwhile. */
  async function logStatements(work: () => Promise<unknown>): Promise<number> {
    const db = sample.db
    await sql`create table log_statement (at timestamptz)`.execute(db)
    await sql`create function note_statement() returns trigger language plpgsql as
      $$ begin insert into log_statement values (now()); return null; end $$`.execute(db)
    await sql`create trigger note_statement after insert on record_history for each statement execute function note_statement()`.execute(db)
    await work()
    const { rows } = await sql`select 1 from log_statement`.execute(db)
    await sql`drop function note_statement cascade`.execute(db)
    await sql`drop table log_statement`.execute(db)
    return rows.length
  }

  it('writes the log lines of many rows together, because single ones become slower with each', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => [`列${index}`, 'A', 'C000001', index])
    const statements = await logStatements(async () =>
      expect(await run([['名稱', '類別', '特約商', '點數'], ...rows])).toEqual({ createdCount: 250 }),
    )
    expect(statements).toBe(3)
  })

  it('the same is done for records that other code writes together, all or none', async () => {
    const add = (...names: readonly string[]) =>
      transact(sample.db, (trx) =>
        sample.engine.together(trx, async (records) => {
          const call = callBy(sample, maker, { db: trx })
          const values = (sampleName: string) => ({ sampleName, companyNo: 'C000001', category: 'A', points: 1 })
          // Also what is to be together within it.
          for (const name of names) await records.together(trx, (inner) => inner.create(call, values(name)))
        }),
      )
    await expect(add('甲', '甲')).rejects.toMatchObject({ body: { sampleName: expect.stringContaining('已存在') } })
    expect(await listed()).toEqual([])
    expect(await logStatements(() => add('甲', '乙', '丙'))).toBe(1)
    const ids = (await listed()).map((row) => Number(row.id))
    const histories = await Promise.all(ids.map((id) => sample.engine.history(callBy(sample, maker), id)))
    expect(histories.map((lines) => lines.map(({ action }) => action))).toEqual([['新增'], ['新增'], ['新增']])
  })

  it('what is written together keeps its order in 使用者操作紀錄, with what was done beside the records', async () => {
    const at = new Date('2027-01-01T00:00:00Z')
    const expected: string[] = []
    await transact(sample.db, (trx) =>
      sample.engine.together(trx, async (records) => {
        for (let row = 0; row < 150; row += 1) {
          const call = callBy(sample, maker, { db: trx, now: at })
          const { sampleNo } = await records.create(call, { sampleName: `順序${row}`, companyNo: 'C000001', category: 'A', points: 1 })
          records.noteUserAction({ actor: maker, userActionType: '8', action: `旁記 ${sampleNo}`, at })
          expected.push(`新增樣本 ${sampleNo}`, `旁記 ${sampleNo}`)
        }
      }),
    )
    const { rows } = await sql<{ action: string }>`
      select action from user_action_log where occurred_at >= ${at} order by occurred_at`.execute(sample.db)
    expect(rows.map(({ action }) => action)).toEqual(expected)
  })

  it('records that are written together leave no line of one whose refusal was passed over', async () => {
    const values = { sampleName: '甲', companyNo: 'C000001', category: 'A', points: 1 }
    const work = transact(sample.db, (trx) =>
      sample.engine.together(trx, async (records) => {
        const call = callBy(sample, maker, { db: trx })
        await records.create(call, values)
        await savepoint(trx, () => records.create(call, values)).catch(() => undefined)
      }),
    )
    await expect(work).rejects.toThrow('went on')
    expect(await listed()).toEqual([])
    const outside = sample.engine.together(sample.db as never, (records) => records.create(callBy(sample, maker), values))
    await expect(outside).rejects.toThrow('transaction')
  })

  it('asks for the options of a dictionary once for all rows', async () => {
    const asked = vi.spyOn(sample.services, 'findOptions')
    const rows = Array.from({ length: 250 }, (_, index) => [`列${index}`, index % 2 ? '甲類' : '乙類', 'C000001', index])
    expect(await run([['名稱', '類別', '特約商', '點數'], ...rows])).toEqual({ createdCount: 250 })
    // Once to read the file, and once for its rows.
    expect(asked).toHaveBeenCalledTimes(2)
    asked.mockRestore()
  })

  it('asks for the options of a dictionary once when each row is wrong, too', async () => {
    const asked = vi.spyOn(sample.services, 'findOptions')
    const rows = Array.from({ length: 250 }, (_, index) => [`列${index}`, '丙類', 'C000001', index])
    expect(await refusal(run([['名稱', '類別', '特約商', '點數'], ...rows]))).toContain('第 2 列：類別：「丙類」不在選項中')
    // Once to read the file, once for its rows, and once for the texts.
    expect(asked).toHaveBeenCalledTimes(3)
    asked.mockRestore()
  })

  it('writes nothing when a row has an error, and names every such row', async () => {
    const text = await refusal(
      run([
        ['名稱', '類別', '特約商', '點數'],
        ['甲', 'A', 'C000001', 1],
        ['乙', '丙類', 'C000001', 'x'],
        [null, 'A', 'C000001', 1],
        ['甲', 'A', 'C000002', 1],
      ]),
    )
    expect(text?.split('\n')).toEqual([
      '匯入失敗，請修正下列錯誤：',
      '第 3 列：點數：只能輸入整數；類別：「丙類」不在選項中，請填寫 甲類、乙類 其中之一',
      '第 4 列：名稱 必填',
      '第 5 列：名稱 已存在，請重新輸入。',
    ])
    expect(await listed()).toEqual([])
  })

  it('tells before what an import would do, down to rows that clash with each other, and leaves nothing behind', async () => {
    const check = async (rows: readonly (readonly Cell[])[]) => sample.engine.checkImport(callBy(sample, maker), await sheetOf(rows))
    const headings = ['名稱', '類別', '特約商', '點數']
    const good = await check([headings, ['甲', 'A', 'C000001', '1,234']])
    expect(good).toEqual({ count: 1, headings, rows: [{ number: 2, cells: ['甲', 'A', 'C000001', '1,234'] }], errors: [], errorCount: 0 })
    const bad = await check([headings, ['甲', 'A', 'C000001', 1], [null, null, null, null], ['甲', 'A', 'C000002', 1]])
    expect(bad.errors).toEqual([{ row: 4, message: '名稱 已存在，請重新輸入。' }])
    expect(bad.rows.map((row) => row.number)).toEqual([2, 4])
    const many = await check([
      headings,
      ...Array.from({ length: 150 }, (_unused, index) => [`樣本${index}`, '丙類', 'C000001', 1] as const),
    ])
    expect([many.count, many.rows.length, many.errors.length, many.errorCount]).toEqual([150, 20, 100, 150])
    expect(await listed()).toEqual([])
  })

  it('refuses unknown, repeated and missing headings, and files that are no sheets', async () => {
    expect(await refusal(run([['名稱', '顏色']]))).toContain('未知的欄位「顏色」')
    expect(await refusal(run([['名稱', '名稱']]))).toContain('標題「名稱」重複')
    expect(await refusal(run([['名稱', '\ufeff名稱\u200b']]))).toContain('標題「名稱」重複')
    expect(
      await refusal(
        run([
          ['名稱', '特約商'],
          ['甲', 'C000001'],
        ]),
      ),
    ).toContain('缺少欄位「類別」')
    const importBytes = (bytes: Uint8Array) => refusal(sample.engine.importFile(callBy(sample, maker), bytes))
    expect(await importBytes(Buffer.from([0, 1, 2, 255, 254]))).toContain('檔案格式錯誤')
    expect(await importBytes(Buffer.from('hello'))).toContain('未知的欄位「hello」')
    expect(await importBytes(zipSync({ 'a.txt': Buffer.from('hello') }))).toContain('檔案格式錯誤')
    expect(await importBytes(zipSync({ 'a.xml': Buffer.alloc(30 * 1024 * 1024) }))).toContain('解開後過大')
    expect(await importBytes(zipSync({ 'a.xml': Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x/>') }))).toContain(
      '檔案格式錯誤',
    )
  })

  it('puts rows of a merchant under its own number, and refuses those of another company', async () => {
    const merchant = merchantOf('m1', 'C000001')
    const headings = ['名稱', '類別', '特約商']
    for (const company of ['C000002', '沒有這家'])
      expect(await refusal(run([headings, ['甲', 'A', company]], merchant))).toContain(
        '第 2 列：特約商：只能匯入自己的資料，請填 C000001 或留空',
      )
    await run([headings.slice(0, 2), ['甲', 'A']], merchant)
    const [row] = await listed()
    expect(await sample.engine.get(callBy(sample, maker, { screen: null }), Number(row?.id))).toMatchObject({ companyNo: 'C000001' })
  })

  it('reads a .csv as it reads a sheet', async () => {
    const csv = '\ufeff名稱,類別,特約商,點數,起日\r\n"甲,乙",乙類,C000001,"1,234",2026/1/5\r\n'
    expect(await sample.engine.importFile(callBy(sample, maker), Buffer.from(csv))).toEqual({ createdCount: 1 })
    expect((await listed())[0]).toMatchObject({ sampleName: '甲,乙', category: 'B', points: 1234 })
  })

  it('gives an example file with the headings that it reads', async () => {
    const example = await sample.engine.importExample(callBy(sample, maker))
    expect(example.fileName).toBe('樣本維護匯入範例.xlsx')
    expect(await sample.engine.importFile(callBy(sample, maker), await collect(example.body))).toEqual({ createdCount: 1 })
  })
})
