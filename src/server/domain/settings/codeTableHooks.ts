import { sql } from 'kysely'
import type { Entity } from '../../../language/documents/entity.ts'
import { dictionaryOf } from '../../../language/entity/property.ts'
import { codeCategory, contractStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { message } from '../../../rules/messages.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { columnName } from '../../records/model.ts'
import { parameterDefaults } from './codeDefaults.ts'
import { valueFits, valueInRange } from './codeRules.ts'

/** The parameter that names the company of the bank's period statement. */
const payerParameter = 'CTBC.COMPANY_NO'

const texts = {
  /** Invoices take their numbers from there alone. */
  elsewhere: '字軌請於「帳務管理 > 發票字軌」維護，發票只由該處取號。',
  switched: '此參數已生效，不可停用或重新啟用；請修改值並填寫生效日。',
  kept: (date: string) => `新的值自 ${date} 起適用，之前的值仍保留。`,
} as const

/**
 * Rules of parameters and dictionary entries: value by type and range, no invoice tracks, protected system rows (domain 4.15). The
 * value of a parameter on a past day never changes: editing a row in force keeps the old value in a row of its own.
 */
export function codeTableHooks(entities: () => Iterable<Entity>): RecordHooks<'codeTable'> {
  return {
    async beforeCreate({ trx, now }, input) {
      assertNotBefore(input.effectiveFrom, taipeiDate(now))
      await assertCodeRules(trx, input, null)
      return { ...input, isPublic: input.category === codeCategory.portal || isPublicParameter(input.code), isSystem: false }
    },
    async beforeUpdate(context, before, changes) {
      const today = taipeiDate(context.now)
      const isMoved = changes.effectiveFrom !== undefined && changes.effectiveFrom !== before.effectiveFrom
      if (isMoved) assertNotBefore(changes.effectiveFrom, today)
      const version = before.category === codeCategory.parameter ? versionOf(before, changes, today) : { changes, keepsOld: false }
      await assertCodeRules(context.trx, { ...before, ...version.changes }, before.id)
      if (version.keepsOld) await insertPreviousVersion(context, before, version.changes.effectiveFrom ?? today)
      return version.changes
    },
    async beforeDelete({ trx, now }, code) {
      if (code.isSystem || hasRuled(code, taipeiDate(now)) || (await isNamed(trx, entities(), code))) throw apiError('M11')
    },
  }
}

type Code = RecordOf<'codeTable'>
type NewCode = NewRecordOf<'codeTable'>
type CodeChanges = ChangesOf<'codeTable'>
type VersionedCode = Pick<Code, 'effectiveFrom' | 'isEnabled' | 'value'>

interface Version {
  readonly changes: CodeChanges
  /** The old row stays valid for the days before. */
  readonly keepsOld: boolean
}

/** What a change of a parameter means for past days; exported for tests. @param today YYYY-MM-DD in Taipei */
function versionOf(before: VersionedCode, changes: CodeChanges, today: string): Version {
  const since = before.effectiveFrom
  if (since === null || since > today) return { changes, keepsOld: false }
  const isSwitched = changes.isEnabled !== undefined && changes.isEnabled !== before.isEnabled
  if (isSwitched) throw textError(409, texts.switched)
  const hasOtherValue = changes.value !== undefined && changes.value !== before.value
  const from = typeof changes.effectiveFrom === 'string' ? changes.effectiveFrom : hasOtherValue ? today : since
  return from > since ? { changes: { ...changes, effectiveFrom: from }, keepsOld: true } : { changes, keepsOld: false }
}

/** Moves the edited row, with its history, to its new start day, and inserts a copy for the days before. */
async function insertPreviousVersion({ trx, notice }: HookContext, before: Code, from: string): Promise<void> {
  await sql`update code_table set effective_from = ${from} where id = ${before.id}`.execute(trx)
  await sql`
    insert into code_table (category, code, name, value_type, value, parent_code, display_order, effective_from, is_public, is_system,
      is_enabled, description, created_by, created_at, updated_by, updated_at)
    select category, code, name, value_type, value, parent_code, display_order, ${before.effectiveFrom}::date, is_public, is_system,
      is_enabled, description, created_by, created_at, updated_by, updated_at
    from code_table where id = ${before.id}`.execute(trx)
  notice(`${message('M02')} ${texts.kept(from)}`)
}

/** True for a parameter that has been in force. */
function hasRuled(code: Code, today: string): boolean {
  return code.category === codeCategory.parameter && code.effectiveFrom !== null && code.effectiveFrom <= today
}

/** True when a record has the key of this dictionary entry. */
async function isNamed(trx: Trx, entities: Iterable<Entity>, code: Code): Promise<boolean> {
  if (code.category !== codeCategory.dictionary) return false
  const key = code.code
  for (const entity of entities) {
    if (entity.table === undefined || entity.readonly) continue
    for (const [name, property] of Object.entries(entity.properties)) {
      if (property['x-computed'] || dictionaryOf(property)?.name !== code.parentCode) continue
      const place = sql.id(columnName(name))
      const holds = property.type === 'array' ? sql`${place} @> ${JSON.stringify([key])}::jsonb` : sql`${place} = ${key}`
      const { rows } = await sql`select 1 from ${sql.table(entity.table)} where ${holds} limit 1`.execute(trx.withoutPlugins())
      if (rows.length > 0) return true
    }
  }
  return false
}

function isPublicParameter(code: string): boolean {
  return parameterDefaults.some((one) => one.code === code && one.isPublic === true)
}

function assertNotBefore(date: string | null | undefined, today: string): void {
  if (date && date < today) throw fieldsError({ effectiveFrom: '生效日不可早於今日。' })
}

async function assertCodeRules(trx: Trx, code: NewCode, exceptId: number | null): Promise<void> {
  const { value = null } = code
  if (code.category === codeCategory.invoiceRange) throw fieldsError({ category: texts.elsewhere }, 'M06', 409)
  if (!valueFits(code.valueType, value) || !valueInRange(code.code, value)) throw fieldsError({ value: '值 格式錯誤' })
  if (code.category === codeCategory.parameter) await assertKnownParameter(trx, code, value)
  await assertCodeFree(trx, code, exceptId)
}

/** Checks a parameter of the product: its type must not change, and what it names must exist. */
async function assertKnownParameter(trx: Trx, code: NewCode, value: string | null): Promise<void> {
  const known = parameterDefaults.find((one) => one.code === code.code)
  if (known && known.valueType !== code.valueType) throw fieldsError({ valueType: '值型別 與系統參數不同' })
  if (code.code !== payerParameter || value === null || value === '') return
  const company = await trx.selectFrom('company').select(['isPayer', 'contractStatus']).where('companyNo', '=', value).executeTakeFirst()
  if (!company) throw fieldsError({ value: `查無特約商 ${value}，請輸入既有的特約商代號。` })
  if (!company.isPayer || company.contractStatus === contractStatus.terminated)
    throw fieldsError({ value: `${value} 不是合約有效的付款機構。` })
}

async function assertCodeFree(trx: Trx, code: NewCode, exceptId: number | null): Promise<void> {
  let query = trx
    .selectFrom('codeTable')
    .select('id')
    .where('category', '=', code.category)
    .where('code', '=', code.code)
    .where('parentCode', 'is not distinct from', code.parentCode ?? null)
    .where('effectiveFrom', 'is not distinct from', code.effectiveFrom ?? null)
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  if (await query.limit(1).executeTakeFirst()) throw fieldsError({ code: message('M07', { title: '代碼' }) }, 'M07', 409)
}
