import { taipeiDate } from '../../../rules/dates.ts'
import { message } from '../../../rules/messages.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { refuse, refuseFields, refuseWith } from '../../platform/errors.ts'
import type { RecordHooks, RecordValues } from '../../records/hooks.ts'
import { invoiceRangesOverlap, parseInvoiceRange, valueFits, valueInRange } from './codeRules.ts'
import { codeCategory } from './parameters.ts'
import './tables.ts'

/** Parameters and dictionary entries: value by type and range, invoice ranges apart, system rows kept (domain 4.15). */
export const codeTableHooks: RecordHooks = {
  async beforeCreate({ trx, now }, input) {
    refuseEarlyDate(input.effectiveFrom, taipeiDate(now))
    await refuseProblems(trx, input, null)
    return { ...input, isPublic: input.category === codeCategory.portal, isSystem: false }
  },
  async beforeUpdate({ trx, now }, before, changes) {
    const isMoved = changes.effectiveFrom !== undefined && changes.effectiveFrom !== before.effectiveFrom
    if (isMoved) refuseEarlyDate(changes.effectiveFrom, taipeiDate(now))
    await refuseProblems(trx, { ...before, ...changes }, before.id)
    return changes
  },
  beforeDelete(_context, code) {
    if (code.isSystem === true) throw refuse('M11')
  },
}

function refuseEarlyDate(date: unknown, today: string): void {
  if (typeof date === 'string' && date < today) throw refuseFields({ effectiveFrom: '生效日不可早於今日。' })
}

async function refuseProblems(trx: Trx, code: RecordValues, exceptId: number | null): Promise<void> {
  const value = typeof code.value === 'string' ? code.value : null
  if (!valueFits(String(code.valueType), value) || !valueInRange(String(code.code), value)) throw refuseFields({ value: '值 格式錯誤' })
  await refuseUsedCode(trx, code, exceptId)
  if (code.category === codeCategory.invoiceRange) await refuseInvoiceRange(trx, value, exceptId)
}

async function refuseUsedCode(trx: Trx, code: RecordValues, exceptId: number | null): Promise<void> {
  let query = trx
    .selectFrom('codeTable')
    .select('id')
    .where('category', '=', String(code.category))
    .where('code', '=', String(code.code))
    .where('parentCode', 'is not distinct from', (code.parentCode ?? null) as string | null)
    .where('effectiveFrom', 'is not distinct from', (code.effectiveFrom ?? null) as string | null)
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  if (await query.limit(1).executeTakeFirst()) throw refuseFields({ code: message('M07', { title: '代碼' }) }, 'M07', 409)
}

async function refuseInvoiceRange(trx: Trx, value: string | null, exceptId: number | null): Promise<void> {
  const range = parseInvoiceRange(value)
  if (!range) throw refuseFields({ value: '值 格式錯誤' })
  const rows = await trx
    .selectFrom('codeTable')
    .select(['id', 'value'])
    .where('category', '=', codeCategory.invoiceRange)
    .forUpdate()
    .execute()
  const isTaken = rows.some((row) => {
    const other = row.id === exceptId ? null : parseInvoiceRange(row.value)
    return other !== null && invoiceRangesOverlap(range, other)
  })
  if (isTaken) throw refuseWith(409, '字軌區間重疊。')
}
