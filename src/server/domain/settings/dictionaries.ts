import type { FastifyInstance } from 'fastify'
import { codeCategory } from '../../../rules/codes.generated.ts'
import { addMonths, monthOf, taipeiDate } from '../../../rules/dates.ts'
import { endedOption, type PlainOption } from '../../../rules/dictionaryOptions.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Dictionaries that users edit in 參數設定 (domain 5, marked ●). `parentCode` of a row is the name of the dictionary. */
export const editableDictionaries = [
  'CompanyType',
  'PlatformType',
  'PaymentType',
  'CardType',
  'Bank',
  'AnnouncementCategory',
  'AdjustReason',
  'AllowanceReason',
  'WriteOffReason',
  'Industry',
  'ExpectedPoints',
] as const

/** Enabled entries of an editable dictionary, in display order. */
export async function readEditableDictionary(db: Executor, name: string): Promise<{ key: string; value: string }[]> {
  const rows = await db
    .selectFrom('codeTable')
    .select(['code', 'name'])
    .where('category', '=', codeCategory.dictionary)
    .where('parentCode', '=', name)
    .where('isEnabled', '=', true)
    .orderBy('displayOrder')
    .orderBy('code')
    .execute()
  return rows.map((row) => ({ key: row.code, value: row.name }))
}

/** All entries; disabled ones come last, because they can be shown but not chosen. */
async function readAllEntries(db: Executor, name: string): Promise<readonly PlainOption[]> {
  const rows = await db
    .selectFrom('codeTable')
    .select(['code', 'name', 'isEnabled'])
    .where('category', '=', codeCategory.dictionary)
    .where('parentCode', '=', name)
    .orderBy('isEnabled', 'desc')
    .orderBy('displayOrder')
    .orderBy('code')
    .execute()
  return rows.map((row) => {
    const option = { key: row.code, value: row.name }
    return row.isEnabled ? option : endedOption(option, '已停用')
  })
}

/** Entries by key, including disabled ones. */
async function readLabels(db: Executor, name: string, keys: readonly string[]): Promise<{ key: string; value: string }[]> {
  const rows = await db
    .selectFrom('codeTable')
    .select(['code', 'name'])
    .where('category', '=', codeCategory.dictionary)
    .where('parentCode', '=', name)
    .where('code', 'in', keys)
    .execute()
  return rows.map((row) => ({ key: row.code, value: row.name }))
}

/** Registers the editable dictionaries, and Year and Period, which depend on today. */
export function registerSettingsDictionaries(app: FastifyInstance): void {
  for (const name of editableDictionaries) {
    app.dictionaries.register(
      name,
      async ({ db, strArg }) => {
        const options = await readAllEntries(db, name)
        // Adjustment reasons start with the digit of their kind: 101 belongs to kind 1.
        return name === 'AdjustReason' && strArg !== undefined ? options.filter((option) => option.key.startsWith(strArg)) : options
      },
      (db, keys) => readLabels(db, name, keys),
      true,
    )
  }
  app.dictionaries.register('Year', async ({ intArg }) => yearOptions(taipeiDate(app.clock.now()), intArg ?? 5))
  app.dictionaries.register('Period', async ({ intArg }) => periodOptions(taipeiDate(app.clock.now()), intArg ?? 24))
}

/** Years, newest first: next year, because settings are made in advance, this year, and `count` years before, e.g. `2025` 2025年. */
export function yearOptions(today: string, count: number): { key: string; value: string }[] {
  const next = Number(today.slice(0, 4)) + 1
  return Array.from({ length: clampCount(count, 50) + 2 }, (_, index) => ({ key: String(next - index), value: `${next - index}年` }))
}

/** Months, newest first: this month and `count` months before, e.g. `202501` 2025年01月. */
export function periodOptions(today: string, count: number): { key: string; value: string }[] {
  const first = `${today.slice(0, 7)}-01`
  return Array.from({ length: clampCount(count, 240) + 1 }, (_, index) => {
    const month = monthOf(addMonths(first, -index))
    return { key: month, value: `${month.slice(0, 4)}年${month.slice(4)}月` }
  })
}

function clampCount(count: number, max: number): number {
  return Math.min(Math.max(Math.trunc(count), 0), max)
}
