import type { ImportCheck } from '../../../answers/records.ts'
import { message } from '../../../rules/messages.ts'
import { parseCardNo } from '../../../rules/serialNo.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import type { TaskOwner } from '../../platform/workers/workerRoom.ts'
import type { Cell } from '../../records/export/cells.ts'
import { readTable } from '../../records/import/workbook/readTable.ts'
import { cardsMax, cardTexts } from './cardRules.ts'

/** Heading of the only column of the card maker's list. */
const listHeading = '卡片序號'
const previewRowsMax = 20
const errorsMax = 100

interface ListedCard {
  readonly row: number
  readonly text: string
  readonly cardNo: string | null
}

/**
 * @param owner user that sent it
 * @throws 400 for a file that is no such list
 */
export async function readMakerList(owner: TaskOwner, file: Uint8Array): Promise<readonly ListedCard[]> {
  const sheet = await readTable(owner, file, cardsMax)
  const [headings = [], ...lines] = sheet
  const column = headings.findIndex((heading) => String(heading ?? '').trim() === listHeading)
  if (column < 0) throw textError(400, `缺少欄位「${listHeading}」，請依範例檔的標題列填寫。`, 'M17')
  const cards = lines
    .map((line, index) => ({ row: index + 2, text: String(line[column] ?? '').trim() }))
    .filter(({ text }) => text !== '')
    .map((card) => ({ ...card, cardNo: parseCardNo(card.text) }))
  if (cards.length === 0) throw textError(400, '檔案沒有資料列', 'M17')
  return cards
}

/** Compares a list with the batch of its first known card: every card of the batch once, and no other. */
export async function checkMakerList(
  db: Executor,
  listed: readonly ListedCard[],
): Promise<{ readonly check: ImportCheck; readonly cardBatchNo: string | null }> {
  const numbers = listed.flatMap(({ cardNo }) => cardNo ?? [])
  const known = new Map<string, string>()
  for (let start = 0; start < numbers.length; start += 5000) {
    const part = numbers.slice(start, start + 5000)
    const rows = await db.selectFrom('couponCard').select(['cardNo', 'cardBatchNo']).where('cardNo', 'in', part).execute()
    for (const { cardNo, cardBatchNo } of rows) known.set(cardNo, cardBatchNo)
  }
  const cardBatchNo = known.get(numbers.find((cardNo) => known.has(cardNo)) ?? '') ?? null
  const errors = listErrors(listed, known, cardBatchNo)
  const missing = cardBatchNo === null ? 0 : await countMissing(db, cardBatchNo, known)
  if (missing > 0) errors.push({ row: 1, message: cardTexts.listMissing.replace('{n}', String(missing)) })
  const rows = listed.slice(0, previewRowsMax).map(({ row, text }) => ({ number: row, cells: [text] }))
  const check = { count: listed.length, headings: [listHeading], rows, errors: errors.slice(0, errorsMax), errorCount: errors.length }
  return { check, cardBatchNo }
}

function listErrors(listed: readonly ListedCard[], known: ReadonlyMap<string, string>, cardBatchNo: string | null) {
  const seen = new Set<string>()
  return listed.flatMap(({ row, cardNo }) => {
    const batch = cardNo === null ? undefined : known.get(cardNo)
    if (cardNo === null) return [{ row, message: message('M06', { title: listHeading }) }]
    if (batch === undefined) return [{ row, message: cardTexts.listUnknown }]
    if (batch !== cardBatchNo) return [{ row, message: cardTexts.listBatch }]
    if (seen.has(cardNo)) return [{ row, message: cardTexts.listRepeated }]
    seen.add(cardNo)
    return []
  })
}

async function countMissing(db: Executor, cardBatchNo: string, known: ReadonlyMap<string, string>): Promise<number> {
  const { count } = await db
    .selectFrom('couponCard')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('cardBatchNo', '=', cardBatchNo)
    .executeTakeFirstOrThrow()
  const listed = [...known.values()].filter((batch) => batch === cardBatchNo).length
  return Number(count) - listed
}

/** Marks the cards of a batch as made. @throws 409 when its list was read before */
export async function confirmBatch(trx: Trx, cardBatchNo: string, userName: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('couponCard')
    .set((row) => ({ confirmedAt: now, updatedBy: userName, updatedAt: now, rowVersion: row('rowVersion', '+', 1) }))
    .where('cardBatchNo', '=', cardBatchNo)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) throw textError(409, cardTexts.listConfirmed, 'M17')
  return Number(numUpdatedRows)
}

/** Rows of the example file. */
export async function* exampleRows(): AsyncGenerator<readonly Cell[]> {
  yield [listHeading]
  yield ['8801000000000012']
}
