import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutUnseen } from '../../src/rules/cleanText.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { type BankWorld, bankHeadings, bankScreen, type Cells, csvOf, startBankWorld, xlsxOf } from './bankWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let world: BankWorld
beforeAll(async () => {
  world = await startBankWorld()
})
afterAll(() => world.server.close())

const db = () => world.server.app.db
const unsound = async () => (await verifyAccounting(db())).filter(({ violations }) => violations > 0)

/** What is told of lines, by the number of the bank or ours. */
async function told(period: Row, view?: string) {
  const lines = await world.lines(period, view)
  return Object.fromEntries(lines.map((line) => [String(line.externalTxnNo ?? line.rowNo), `${line.result} ${line.reconcileStatus}`]))
}

const line = (date: string, no: string | null, points: number, more: { card?: string; item?: string } = {}): Cells => [
  ...[date, more.card ?? null, no, more.item ?? '紅利轉入'],
  ...[points, points],
]

const sheetNo = 'AJ202603010001'
const foreignSheetNo = 'AJ202603010002'

async function addSheets(): Promise<void> {
  for (const [number, companyNo] of [
    [sheetNo, world.bankNo],
    [foreignSheetNo, 'C000101'],
  ]) {
    await sql`
      insert into adjustment_sheet
      select (jsonb_populate_record(s, ${JSON.stringify({ sheet_no: number, company_no: companyNo, cost_bearer: '1' })}::jsonb
        || jsonb_build_object('id', random_id()))).* from adjustment_sheet s where s.company_no is not null limit 1`.execute(db())
  }
}

describe('a file that is compared', () => {
  let period: Row

  beforeAll(async () => {
    await addSheets()
    await world.convert('2026-02-01', 'EQ1', { points: 500 })
    await world.convert('2026-02-02', 'OT1', { points: 300 })
    await world.convert('2026-02-03', 'CARD1', { points: 700, member: 1 })
    await world.convert('2026-02-04', 'OURS1', { points: 900 })
    await world.convert('2026-02-05', 'OUT1', { points: 100, isOut: true })
    period = await world.period('202602B')
  })

  it('a period without a file says so', () => {
    expect(period).toMatchObject({ reconcileStatus: '0', bankPoints: null, diffCount: null, diffPoints: null, status: '1' })
  })

  it('each line has its result: by number, by card, other points, only one side', async () => {
    await world.import(period, [
      line('2026/2/1', 'EQ1', 500, { card: '1234' }),
      line('2026-02-02', 'OT1', 310),
      line('20260203', null, 700, { card: '9999' }),
      line('2026/02/05', 'OUT1', 100, { item: '轉出' }),
      line('2026/02/06', 'BANK1', 50, { card: '0001' }),
    ])
    expect(await told(period)).toEqual({ EQ1: '1 1', OT1: '2 2', 4: '1 1', OUT1: '1 1', BANK1: '3 2', OURS1: '4 2' })
    expect(await world.period('202602B')).toMatchObject({
      ...{
        bankLineCount: 5,
        bankPoints: 1660,
        diffPoints: 1660 - 2500,
        diffCount: 3,
        openDiffCount: 3,
        reconcileStatus: '2',
      },
      checkResult: '尚有 3 筆差異未處理。',
    })
    expect((await world.fin.get(`${bankScreen}/${period.id}`)).json()).toMatchObject({
      importedBy: 'fin01',
      importedAt: expect.any(String),
    })
    const carded = (await world.lines(period)).find(({ rowNo }) => rowNo === 4)
    expect(carded).toMatchObject({ matchedBy: '2', cardLast4: '9999', platformPoints: 700, externalTxnNo: null })
    expect(String(carded?.transactionNo)).toMatch(/^T/)
  })

  it('the lines are chosen by their result; another view than the document has is refused', async () => {
    expect(Object.keys(await told(period, 'equal')).sort()).toEqual(['4', 'EQ1', 'OUT1'])
    expect(Object.keys(await told(period, 'bankOnly'))).toEqual(['BANK1'])
    expect(Object.keys(await told(period, 'platformOnly'))).toEqual(['OURS1'])
    expect(Object.keys(await told(period, 'otherPoints'))).toEqual(['OT1'])
    expect(Object.keys(await told(period, 'open')).sort()).toEqual(['BANK1', 'OT1', 'OURS1'])
    expect((await world.fin.get(`${bankScreen}/${period.id}/children/bankLines/0/10?view=nothing`)).statusCode).toBe(400)
  })

  it('a close is refused and not offered while differences wait', async () => {
    const row = await world.period('202602B')
    expect(row.deniedActions).toContain('close')
    const answer = await world.step(world.fin, row, 'close')
    expect([answer.statusCode, answer.body]).toEqual([409, '尚有 3 筆差異未處理。'])
  })

  it('a difference is handled by a remark or a sheet of the company, may be changed, and tells who and when', async () => {
    const [bank, other] = [(await world.lines(period, 'bankOnly'))[0], (await world.lines(period, 'otherPoints'))[0]] as [Row, Row]
    const refused = async (input: object, text: string) => {
      const answer = await world.handle(world.fin, bank, input)
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(text)])
    }
    await refused({}, '至少填寫一項')
    await refused({ remark: '   ' }, '至少填寫一項')
    await refused({ sheetNo: 'AJ209901010001' }, '查無此銀行的調整單')
    await refused({ sheetNo: foreignSheetNo }, '查無此銀行的調整單')
    expect((await world.handle(world.fin, bank, { remark: 'x'.repeat(501) })).statusCode).toBe(400)
    expect((await world.handle(world.fin, bank, { sheetNo })).statusCode).toBe(200)
    expect((await world.handle(world.fin, other, { remark: '銀行更正中' })).statusCode).toBe(200)
    const [again] = (await world.lines(period, 'otherPoints')) as [Row]
    expect(again).toMatchObject({ reconcileStatus: '3', remark: '銀行更正中', handledBy: 'fin01', handledAt: expect.any(String) })
    expect((await world.handle(world.fin, other, { remark: '看的是舊的' })).statusCode).toBe(409)
    expect((await world.handle(world.fin, again, { remark: '銀行已更正' })).statusCode).toBe(200)
    expect((await world.lines(period, 'otherPoints'))[0]).toMatchObject({ remark: '銀行已更正' })
    const log = await db()
      .selectFrom('userActionLog')
      .selectAll()
      .where('entity', '=', 'bankLine')
      .where('entityId', '=', String(other.id))
      .execute()
    expect(log.map(({ userName }) => userName)).toEqual(['fin01', 'fin01'])
  })

  it('a line that agrees has nothing to handle', async () => {
    const [equal] = (await world.lines(period, 'equal')) as [Row]
    const answer = await world.handle(world.fin, equal, { remark: 'x' })
    expect([answer.statusCode, answer.body]).toEqual([409, '此筆相符，不需處理。'])
  })

  it('what is posted or taken back after the import is a difference at once, and can be handled', async () => {
    await world.convert('2026-02-10', 'LATE1', { points: 40 })
    expect(await world.period('202602B')).toMatchObject({ diffCount: 4, openDiffCount: 2, checkResult: '尚有 2 筆差異未處理。' })
    const late = (await world.lines(period, 'platformOnly')).find(({ externalTxnNo }) => externalTxnNo === 'LATE1') as Row
    expect(late).toMatchObject({ reconcileStatus: '2', platformPoints: 40, handledAt: null })
    expect((await world.handle(world.fin, late, { remark: '次期檔案才有' })).statusCode).toBe(200)
    expect(await told(period, 'platformOnly')).toEqual({ OURS1: '4 2', LATE1: '4 3' })
  })

  it('a trial compares again and keeps what was handled', async () => {
    await world.convert('2026-02-11', 'LATE2', { points: 60 })
    const answer = await world.step(world.fin, await world.period('202602B'), 'trial')
    expect(answer.statusCode).toBe(200)
    expect(await told(period, 'platformOnly')).toEqual({ OURS1: '4 2', LATE1: '4 3', LATE2: '4 2' })
    expect(await told(period, 'handled')).toEqual({ BANK1: '3 3', OT1: '2 3', LATE1: '4 3' })
  })

  it('the next file replaces this one, and the same differences keep their explanations', async () => {
    await world.import(period, [
      line('2026-02-01', 'EQ1', 500, { card: '1234' }),
      line('2026-02-02', 'OT1', 310),
      line('2026-02-03', 'CARD1', 700),
      line('2026-02-05', 'OUT1', 100, { item: '轉出' }),
      line('2026-02-06', 'BANK1', 50, { card: '0001' }),
      line('2026-02-10', 'LATE1', 40),
      line('2026-02-11', 'LATE2', 60),
    ])
    expect(await told(period)).toEqual({
      ...{ EQ1: '1 1', OT1: '2 3', CARD1: '1 1', OUT1: '1 1', BANK1: '3 3', LATE1: '1 1', LATE2: '1 1', OURS1: '4 2' },
    })
    const files = await db()
      .selectFrom('bankFile')
      .select(['inForce', 'replacedBy', 'lineCount'])
      .where('periodId', '=', period.id)
      .execute()
    expect(files.sort((one, other) => one.lineCount - other.lineCount)).toEqual([
      { inForce: false, replacedBy: 'fin01', lineCount: 5 },
      { inForce: true, replacedBy: null, lineCount: 7 },
    ])
    const [log] = await db()
      .selectFrom('userActionLog')
      .select(['action', 'before'])
      .where('entity', '=', 'bankPeriod')
      .where('action', 'like', '匯入銀行檔%取代%')
      .execute()
    expect(log?.before).toContain('銀行已更正')
  })

  it('all handled, the period closes; then nothing of it moves', async () => {
    const [ours] = (await world.lines(period, 'platformOnly')) as [Row]
    expect((await world.handle(world.fin, ours, { remark: '銀行承諾次期補列' })).statusCode).toBe(200)
    const closed = await world.step(world.fin, await world.period('202602B'), 'close')
    expect([closed.statusCode, closed.statusCode === 200 ? '' : closed.body]).toEqual([200, ''])
    expect(await world.period('202602B')).toMatchObject({
      status: '2',
      reconcileStatus: '3',
      diffCount: 3,
      openDiffCount: 0,
      diffPoints: 1760 - 2600,
    })
    expect((await world.handle(world.fin, (await world.lines(period, 'platformOnly'))[0] as Row, { remark: '太晚' })).statusCode).toBe(409)
    const again = await world.send(world.fin, period, await xlsxOf([line('2026-02-01', 'EQ1', 500)]))
    expect([again.statusCode, again.body]).toEqual([409, '帳期已關帳，不可匯入銀行檔。'])
    await expect(
      sql`update bank_line set remark = 'x' where period_id = ${period.id} and handled_at is not null`.execute(db()),
    ).rejects.toThrow()
    await expect(sql`update bank_line set bank_points = 1 where period_id = ${period.id}`.execute(db())).rejects.toThrow()
    await expect(sql`delete from bank_line where period_id = ${period.id}`.execute(db())).rejects.toThrow()
    expect(await unsound()).toEqual([])
  })

  it('opened again, it can be compared with another file', async () => {
    const opened = await world.step(world.fm, await world.period('202602B'), 'reopen', { reason: '銀行更正檔案' })
    expect(opened.statusCode).toBe(200)
    await world.import(period, [line('2026-02-01', 'EQ1', 500)])
    expect(await world.period('202602B')).toMatchObject({ reconcileStatus: '2', bankLineCount: 1 })
  })

  it('the lines are exported with what became of them', async () => {
    const answer = await world.fin.get(`${bankScreen}/${period.id}/bank_lines`)
    expect(answer.statusCode).toBe(200)
    const rows = await readSheet(answer.rawPayload)
    expect(rows[0]).toContain('比對結果')
    expect(rows[1]?.slice(0, 6)).toEqual([2, '相符', '2026-02-01', null, 'EQ1', '紅利轉入'])
    expect(rows.slice(2).map((row) => row[1])).toContain('僅平台有')
  })
})

describe('files of strangers', () => {
  let period: Row

  beforeAll(async () => {
    await world.convert('2026-03-01', 'H1', { points: 100 })
    period = await world.period('202603B')
  })

  const errorsOf = async (rows: readonly Cells[]) => {
    const answer = await world.send(world.fin, period, await xlsxOf(rows), true)
    return answer.json<{ errors: { row: number; message: string }[]; errorCount: number }>().errors
  }
  const refusal = async (file: Uint8Array) => {
    const answer = await world.send(world.fin, period, file)
    return [answer.statusCode, answer.body]
  }

  it('a .csv is read too: UTF-8 with a mark, Big5, quotes, and numbers that keep their zeros', async () => {
    // 交易日,卡號後四碼,外部交易序號,類別,點數,金額 and a line, as Big5 has them.
    const big5 = Buffer.from(
      'a5e6a9f6a4e92ca564b8b9abe1a57cbd582ca57eb3a1a5e6a9f6a7c7b8b92cc3fea74f2cc249bcc62caaf7c3420d0a323032362f30332f30312c303031322c48312cacf5a751c2e0a44a2c3130302c3938',
      'hex',
    )
    expect((await world.send(world.fin, period, big5, true)).json()).toMatchObject({ count: 1, errorCount: 0 })
    const quoted = csvOf([['2026/03/01', '="0012"', '"H1"', '紅利轉入', '"1,000"', '']])
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), quoted])
    const check = await world.send(world.fin, period, marked, true)
    expect(check.json()).toMatchObject({
      count: 1,
      errorCount: 0,
      rows: [{ number: 2, cells: ['2026/03/01', '="0012"', 'H1', '紅利轉入', '1,000'] }],
    })
    expect((await world.send(world.fin, period, marked)).json()).toEqual({ createdCount: 1 })
    expect((await world.lines(period))[0]).toMatchObject({ cardLast4: '0012', bankPoints: 1000, result: '2' })
  })

  it('every fault is told with its row and column, and nothing is written', async () => {
    const rows: readonly Cells[] = [
      line('2026-03-01', 'H1', 100),
      ['2026-02-30', '12', 'H2', '紅利轉入', 1, 1],
      ['2026-03-01', '12345', 'H3', '紅利', 0, 'x'],
      ['2026-03-01', null, null, '加碼', 1.5, 1],
      ['', 'abcd', 'N'.repeat(41), '', '', '=1+1'],
      ['2026-03-01', null, 'A\u200bB', '折抵', '９９', null],
      ['2026-03-01', null, 'AB', '折抵', '負五', null],
    ]
    expect(await errorsOf(rows)).toEqual([
      { row: 3, message: '交易日：日期格式錯誤，請重新輸入（例如 2026/01/05）' },
      {
        row: 4,
        message:
          '卡號後四碼：請填寫 4 位數字；類別：請填寫 紅利轉入、加碼、轉出、折抵 其中之一；點數：不可為 0；退回請填寫負數；金額：請填寫整數',
      },
      { row: 5, message: '點數：請填寫整數' },
      expect.objectContaining({ row: 6 }),
      { row: 7, message: '外部交易序號：含有控制字元或看不見的字元，請重新輸入' },
      { row: 8, message: '點數：請填寫整數' },
    ])
    const before = await world.lines(period)
    const [status, body] = await refusal(await xlsxOf(rows))
    expect([status, body]).toEqual([400, expect.stringContaining('第 3 列：交易日')])
    expect(await world.lines(period)).toEqual(before)
  })

  it('other headings, no rows, another cycle, and what is no table are refused', async () => {
    const row = line('2026-03-01', 'H1', 100)
    expect(await refusal(await xlsxOf([row], ['日期', ...bankHeadings.slice(1)]))).toEqual([
      400,
      expect.stringContaining('未知的欄位「日期」'),
    ])
    expect(await refusal(await xlsxOf([row.slice(1)], bankHeadings.slice(1)))).toEqual([400, expect.stringContaining('缺少欄位「交易日」')])
    expect(await refusal(await xlsxOf([[...row, 1]], [...bankHeadings, '金額']))).toEqual([
      400,
      expect.stringContaining('標題「金額」重複'),
    ])
    expect(await refusal(await xlsxOf([]))).toEqual([400, expect.stringContaining('檔案沒有資料列')])
    expect(await refusal(await xlsxOf([line('2025-03-01', 'H1', 100)]))).toEqual([400, expect.stringContaining('請確認檔案與帳期是否相符')])
    expect((await refusal(Buffer.from([0, 1, 2, 3])))[0]).toBe(400)
    expect((await refusal(Buffer.from('%PDF-1.7 \xff\xfe', 'latin1')))[0]).toBe(400)
    expect((await refusal(new Uint8Array()))[0]).toBe(400)
  })

  it('full-width digits are digits, what was taken back is below zero, and formulas are only text', async () => {
    await world.import(period, [['２０２６/０３/０１', '１２３４', 'Ｈ１', '紅利轉入', '１００', '９８']])
    expect(await told(period)).toEqual({ H1: '1 1' })
    const text = csvOf([['2026/03/02', null, '"=HYPERLINK(""x"")"', '紅利轉入', '-20', '-19']])
    expect((await world.send(world.fin, period, text)).json()).toEqual({ createdCount: 1 })
    expect(await told(period)).toEqual({ H1: '4 2', '=HYPERLINK("x")': '3 2' })
    const rows = await readSheet((await world.fin.get(`${bankScreen}/${period.id}/bank_lines`)).rawPayload)
    expect(rows[1]?.[4]).toBe('\'=HYPERLINK("x")')
  })

  it('a line that stands twice agrees once; the second is only the bank’s', async () => {
    await world.import(period, [line('2026-03-01', 'H1', 100), line('2026-03-01', 'H1', 100)])
    expect((await world.lines(period)).map(({ rowNo, result }) => [rowNo, result]).sort()).toEqual([
      [2, '1'],
      [3, '3'],
    ])
  })

  it('an example can be fetched, and is what an import reads', async () => {
    const example = await world.fin.get(`${bankScreen}/${period.id}/bank_file/example`)
    expect((await readSheet(example.rawPayload))[0]).toEqual(bankHeadings)
    const check = await world.send(world.fin, period, example.rawPayload, true)
    expect(check.json()).toMatchObject({ errorCount: 0, count: 1 })
  })
})

describe('a large file', () => {
  it('50,000 lines are imported and compared, one more is refused', async () => {
    for (const no of ['L1', 'L2', 'L3']) await world.convert('2026-05-01', no, { points: 100 })
    const period = await world.period('202605B')
    const lines = (count: number) => Array.from({ length: count }, (_, index) => line('2026-05-01', `L${index + 1}`, 100, { card: '1234' }))
    const [status, body] = await world.send(world.fin, period, csvOf(lines(50_001))).then((answer) => [answer.statusCode, answer.body])
    expect([status, body]).toEqual([400, expect.stringContaining('一次最多匯入 50000 列')])
    expect((await world.send(world.fin, period, csvOf(lines(50_000)))).json()).toEqual({ createdCount: 50_000 })
    expect(await world.period('202605B')).toMatchObject({ bankLineCount: 50_000, bankPoints: 5_000_000, diffCount: 49_997 })
    expect(Object.keys(await told(period, 'equal')).sort()).toEqual(['L1', 'L2', 'L3'])
  })
})

describe('who may', () => {
  let period: Row
  const people: Record<string, TestSession> = {}

  beforeAll(async () => {
    await world.convert('2026-04-01', 'P1', { points: 100 })
    period = await world.period('202604B')
    await world.import(period, [line('2026-04-01', 'P2', 100)])
    for (const name of ['ops01', 'aud01', 'cs01', 'mer01']) people[name] = await signIn(world.server, name)
  })

  it('finance imports and handles; a manager and an auditor look and export; others and merchants get nothing', async () => {
    const [difference] = (await world.lines(period, 'open')) as [Row]
    const file = await xlsxOf([line('2026-04-01', 'P1', 100)])
    const tried = async (person: TestSession) =>
      Promise.all([
        world.send(person, period, file, true),
        world.handle(person, difference, { remark: 'x' }),
        person.get(`${bankScreen}/${period.id}/bank_file/example`),
        person.get(`${bankScreen}/${period.id}/bank_lines`),
        person.get(`${bankScreen}/${period.id}/children/bankLines/0/10`),
      ]).then((answers) => answers.map(({ statusCode }) => statusCode))
    expect(await tried(world.fm)).toEqual([403, 403, 403, 200, 200])
    expect(await tried(people.aud01 as TestSession)).toEqual([403, 403, 403, 200, 200])
    for (const name of ['ops01', 'cs01', 'mer01']) expect(await tried(people[name] as TestSession)).toEqual([403, 403, 403, 403, 403])
    expect(await tried(world.fin)).toEqual([200, 200, 200, 200, 200])
  })

  it('a period that is none, and a line that is none, are not there', async () => {
    const file = await xlsxOf([line('2026-04-01', 'P1', 100)])
    expect((await world.send(world.fin, { id: 1, rowVersion: 1 }, file)).statusCode).toBe(404)
    expect((await world.handle(world.fin, { id: 1, rowVersion: 1 }, { remark: 'x' })).statusCode).toBe(404)
    const { id } = await db().selectFrom('companyPeriod').select('id').where('stream', '=', 'MONTH').limit(1).executeTakeFirstOrThrow()
    expect((await world.send(world.fin, { id, rowVersion: 1 }, file)).statusCode).toBe(404)
  })
})

describe('without a file', () => {
  it('another bank closes without one; the named bank does not, once it has points', async () => {
    await world.convert('2026-01-10', 'W1', { points: 100 })
    const row = await world.period('202601B')
    expect(row.checkResult ?? '').not.toContain('銀行檔')
    await sql`update code_table set value = ${world.bankNo} where code = 'CTBC.COMPANY_NO'`.execute(db())
    const named = await world.period('202601B')
    expect([named.checkResult, named.deniedActions]).toEqual([
      expect.stringContaining('尚未匯入銀行檔。'),
      expect.arrayContaining(['close']),
    ])
    const refused = await world.step(world.fin, named, 'close')
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('尚未匯入銀行檔。')])
    await world.import(named, [line('2026-01-10', 'W1', 100)])
    expect(await world.period('202601B')).toMatchObject({ reconcileStatus: '1', diffCount: 0, checkResult: null })
    expect((await world.step(world.fin, await world.period('202601B'), 'close')).statusCode).toBe(200)
    expect(await unsound()).toEqual([])
  })

  it('a cycle without fees is confirmed instead of invoiced, and then paid; one with a fee is not offered to be', async () => {
    const billed = await world.period('202601B')
    expect(billed.deniedActions).toContain('confirm')
    const refused = await world.step(world.fin, billed, 'confirm')
    expect([refused.statusCode, refused.body]).toEqual([409, '此對帳單有需要開立的發票，請按「開立發票」。'])
    await sql`update code_table set value = '' where code = 'CTBC.COMPANY_NO'`.execute(db())
    await world.convert('2025-12-10', 'Z1', { points: 100, isOut: true })
    const closed = await world.step(world.fin, await world.period('202512B'), 'close')
    expect([closed.statusCode, closed.statusCode === 200 ? '' : closed.body]).toEqual([200, ''])
    const withoutFee = await world.period('202512B')
    const payable = Number(withoutFee.payableAmount)
    expect([withoutFee.receivableAmount, payable > 0, withoutFee.deniedActions ?? []]).toEqual([
      0,
      true,
      expect.not.arrayContaining(['confirm']),
    ])
    expect((await world.step(world.fm, withoutFee, 'confirm')).statusCode).toBe(403)
    expect((await world.step(world.fin, withoutFee, 'confirm')).statusCode).toBe(200)
    const statement = () =>
      db().selectFrom('statement').select(['status', 'paymentStatus']).where('periodId', '=', withoutFee.id).executeTakeFirstOrThrow()
    const confirmed = await world.period('202512B')
    expect([confirmed.status, await statement()]).toEqual(['3', { status: '3', paymentStatus: '0' }])
    const paid = await world.step(world.fin, confirmed, 'pay', { paidOn: '2026-02-01', isNet: false, paidAmount: payable })
    expect([paid.statusCode, paid.statusCode === 200 ? '' : paid.body]).toEqual([200, ''])
    expect([(await world.period('202512B')).status, await statement()]).toEqual(['4', { status: '4', paymentStatus: '2' }])
    expect(await unsound()).toEqual([])
  })
})

it('a number that a partner sent full-width, filled up, or with what nobody sees is that of the line in the file', async () => {
  await world.convert('2026-07-01', 'ＷＩＤＥ１', { points: 10 })
  await world.convert('2026-07-01', '  PAD1   ', { points: 20 })
  await world.convert('2026-07-01', 'HID\u200bDEN1', { points: 30 })
  const period = await world.period('202607B')
  await world.import(period, [
    line('2026-07-01', 'WIDE1', 10),
    line('2026-07-01', 'ＰＡＤ１', 20),
    line('2026-07-01', 'HIDDEN1', 31),
    line('2026-07-01', 'PAD1', 20),
  ])
  expect((await world.lines(period)).map(({ externalTxnNo, result }) => `${externalTxnNo} ${result}`).sort()).toEqual([
    'HIDDEN1 2',
    'PAD1 1',
    'PAD1 3',
    'WIDE1 1',
  ])
})

it('the number of a partner as a file has it lacks all that nobody sees', async () => {
  const signs = Array.from({ length: 0x10ffff }, (_unused, index) => index + 1).filter((sign) => sign < 0xd800 || sign > 0xdfff)
  const unseen = signs.filter((sign) => withoutUnseen(`A${String.fromCodePoint(sign)}1`) === 'A1')
  expect(unseen.length).toBeGreaterThan(3000)
  const { rows } = await sql<{ sign: number }>`
    select sign from unnest(${unseen}::int[]) as sign where bank_number('A' || chr(sign) || '1') <> 'A1'
  `.execute(db())
  expect(rows).toEqual([])
})
