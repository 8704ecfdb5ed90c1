import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import '../pricing/tables.ts'
import './tables.ts'

interface Option {
  readonly key: string
  readonly value: string
}

/** Options of one look-up at most; a longer list is narrowed by a keyword. */
const optionsMax = 1000

/** Company `intArg`: 1 contract in force, 2 prepaid, 3 or nothing all. */
export function readCompanies(
  db: Executor,
  { actor, keyword, kind }: { actor: Actor; keyword?: string | undefined; kind?: number | undefined },
): Promise<Option[]> {
  let query = companiesFor(db, actor)
  if (kind === 1) query = query.where('contractStatus', '=', '3')
  if (kind === 2) query = query.where('settlementMode', '=', '2')
  if (keyword) {
    const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((where) =>
      where.or([where('companyNo', 'ilike', pattern), where('companyName', 'ilike', pattern), where('companyShortName', 'ilike', pattern)]),
    )
  }
  return query.execute().then((rows) => rows.map(companyOption))
}

/** Companies that pay for the points of their card holders. */
export async function readPayers(db: Executor, actor: Actor): Promise<Option[]> {
  const rows = await companiesFor(db, actor).where('isPayer', '=', true).execute()
  return rows.map(companyOption)
}

function companiesFor(db: Executor, actor: Actor) {
  const query = db.selectFrom('company').select(['companyNo', 'companyShortName']).orderBy('companyNo').limit(optionsMax)
  const readable = readableCompanyNos(actor)
  return readable === null ? query : query.where('companyNo', 'in', readable)
}

function companyOption(row: { companyNo: string; companyShortName: string }): Option {
  return { key: row.companyNo, value: `${row.companyNo} ${row.companyShortName}` }
}

/** Null = no limit. Never empty: SQL knows no empty list, and no company has an empty number. */
function readableCompanyNos(actor: Actor): readonly string[] | null {
  if (actor.userType === '1' && actor.readableCompanyNos === null) return null
  const readable = actor.userType === '3' ? [] : (actor.readableCompanyNos ?? [])
  return readable.length > 0 ? readable : ['']
}

export async function readGroups(db: Executor, actor: Actor): Promise<Option[]> {
  const readable = readableCompanyNos(actor)
  const rows = await db
    .selectFrom('companyGroup')
    .select(['companyGroupNo', 'companyGroupName', 'members'])
    .orderBy('companyGroupNo')
    .execute()
  return rows
    .filter((row) => readable === null || row.members.some((member) => readable.includes(member.companyNo)))
    .map((row) => ({ key: row.companyGroupNo, value: row.companyGroupName }))
}

/** Outlets of a company; without one every outlet that the actor may see. */
export async function readStores(db: Executor, actor: Actor, companyNo: string | undefined): Promise<Option[]> {
  let query = db.selectFrom('retailStore').select(['retailStoreNo', 'storeName']).orderBy('retailStoreNo').limit(optionsMax)
  const readable = readableCompanyNos(actor)
  if (companyNo !== undefined) query = query.where('companyNo', '=', companyNo)
  if (readable !== null) query = query.where('companyNo', 'in', readable)
  return (await query.execute()).map((row) => ({ key: row.retailStoreNo, value: row.storeName }))
}

/** Reward settings of a company that are not stopped. */
export async function readRewards(db: Executor, actor: Actor, companyNo: string | undefined): Promise<Option[]> {
  let query = db
    .selectFrom('rewardPoint')
    .select(['id', 'rewardPointName'])
    .where('status', '<>', '5')
    .orderBy('priority')
    .limit(optionsMax)
  const readable = readableCompanyNos(actor)
  if (companyNo !== undefined) query = query.where('companyNo', '=', companyNo)
  if (readable !== null) query = query.where('companyNo', 'in', readable)
  return (await query.execute()).map((row) => ({ key: String(row.id), value: row.rewardPointName }))
}

/** Also of companies that the reader is not offered: logs show what was written. */
async function companyLabels(db: Executor, keys: readonly string[]): Promise<Option[]> {
  const rows = await db.selectFrom('company').select(['companyNo', 'companyShortName']).where('companyNo', 'in', keys).execute()
  return rows.map(companyOption)
}

async function storeLabels(db: Executor, keys: readonly string[]): Promise<Option[]> {
  const rows = await db.selectFrom('retailStore').select(['retailStoreNo', 'storeName']).where('retailStoreNo', 'in', keys).execute()
  return rows.map((row) => ({ key: row.retailStoreNo, value: row.storeName }))
}

async function rewardLabels(db: Executor, keys: readonly string[]): Promise<Option[]> {
  const ids = keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('rewardPoint').select(['id', 'rewardPointName']).where('id', 'in', ids).execute()
  return rows.map((row) => ({ key: String(row.id), value: row.rewardPointName }))
}

export function registerCompanyDictionaries(app: FastifyInstance): void {
  const { dictionaries } = app
  dictionaries.register(
    'Company',
    ({ db, actor, strArg, intArg }) => readCompanies(db, { actor, keyword: strArg, kind: intArg }),
    companyLabels,
  )
  dictionaries.register('Payer', ({ db, actor }) => readPayers(db, actor), companyLabels)
  dictionaries.register('CompanyGroup', ({ db, actor }) => readGroups(db, actor))
  dictionaries.register('RetailStore', ({ db, actor, strArg }) => readStores(db, actor, strArg), storeLabels)
  dictionaries.register('RewardPoint', ({ db, actor, strArg }) => readRewards(db, actor, strArg), rewardLabels)
}
