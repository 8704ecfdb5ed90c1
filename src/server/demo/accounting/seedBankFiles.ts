import { sql } from 'kysely'
import { bankResult } from '../../../rules/codes.generated.ts'
import {
  type BankRow,
  type BilledPeriod,
  findBankLine,
  getPeriod,
  importBankFileInside,
  readBankUnits,
  reconcileLine,
} from '../../domain/accounting/public.ts'
import { type DemoWorld, staff } from '../world.ts'

/** What a file differs in: nothing, something that was explained, or something that waits too. */
type Story = 'equal' | 'explained' | 'waiting'

const remarks = ['銀行於次期更正，已電洽對方窗口。', '銀行檔漏列，對方已補送明細。']

/** The bank sends its file two days after the cycle; accounting compares it and explains what differs. */
export async function seedBankFile(world: DemoWorld, periodId: number, { story, now }: { readonly story: Story; readonly now: Date }) {
  const period = await getPeriod(world.trx, periodId)
  const rows = await rowsOf(world, period, story)
  if (rows.length === 0) return
  const file = new TextEncoder().encode(JSON.stringify(rows))
  const numbered = rows.map((row, index) => ({ ...row, rowNo: index + 2 }))
  const actor = staff('fin01')
  await importBankFileInside(world.trx, { period, file, rows: numbered, actor, now })
  await explain(world, periodId, { story, now })
}

/** Our own lines as the bank has them; of a file that differs the first are missing, wrong, or not ours. */
async function rowsOf({ trx }: DemoWorld, { id, endDate }: BilledPeriod, story: Story): Promise<readonly BankRow[]> {
  const cards = await readCards(trx, id)
  const rows = (await readBankUnits(trx, id)).map(
    (unit): BankRow => ({
      txnDate: unit.businessDate,
      cardLast4: (unit.memberNo !== null && cards.get(unit.memberNo)) || null,
      externalTxnNo: unit.externalTxnNo ?? `TX${unit.transactionId}`,
      bankItem: unit.bankItem,
      bankPoints: unit.points,
      bankAmount: Math.round(unit.points * 0.9),
    }),
  )
  const [first, second, third, ...rest] = rows
  if (story === 'equal' || !first || !second || !third) return rows
  const wrong = { ...second, bankPoints: second.bankPoints * 10, bankAmount: Math.round(second.bankPoints * 9) }
  const foreign = { ...third, txnDate: endDate, externalTxnNo: `BK${endDate.replaceAll('-', '')}01`, cardLast4: '0000' }
  if (story === 'explained') return [wrong, third, ...rest, foreign]
  // Without its number a line is found by day, card and points.
  const unnumbered = third.cardLast4 === null ? third : { ...third, externalTxnNo: null }
  return [wrong, unnumbered, ...rest, foreign, { ...foreign, externalTxnNo: `BK${endDate.replaceAll('-', '')}02` }]
}

/** The last four digits of the card that a member bound first. */
async function readCards(trx: DemoWorld['trx'], periodId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ memberNo: string; last4: string }>`
    select distinct on (c.member_no) c.member_no, right(c.card_no, 4) as last4
    from bank_unit(${periodId}) u join member_card c on c.member_no = u.member_no
    order by c.member_no, c.card_no`.execute(trx)
  return new Map(rows.map(({ memberNo, last4 }) => [memberNo, last4]))
}

async function explain({ trx }: DemoWorld, periodId: number, { story, now }: { readonly story: Story; readonly now: Date }) {
  const { rows } = await sql<{ id: number }>`
    select id from bank_line_view where period_id = ${periodId} and result <> ${bankResult.equal}
    order by result, row_no, external_txn_no`.execute(trx)
  for (const [index, { id }] of rows.entries()) {
    if (story === 'waiting' && index >= remarks.length) return
    const line = await findBankLine(trx, id)
    const handling = { remark: remarks[index % remarks.length] ?? '', sheetNo: '' }
    if (line) await reconcileLine(trx, line, handling, { actor: staff('fin01'), now })
  }
}
