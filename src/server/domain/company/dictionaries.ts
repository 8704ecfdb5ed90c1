import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { contractStatus, corporateStatus, recordStatus, settingStatus, settlementMode, userType } from '../../../rules/codes.generated.ts'
import { endedLast, endedOption, type PlainOption } from '../../../rules/dictionaryOptions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'

type Option = PlainOption

/** Options of one look-up at most; a longer list is narrowed by a keyword. */
const optionsMax = 1000

/**
 * Company `intArg`: 1 contract in force, 2 prepaid, nothing all; 3 all to choose from, for what is settled after the end of a contract;
 * 4 these and the platform itself, for who is told of points by who gave them; 5 those of 1 and the platform, for who holds a campaign.
 * Those whose contract has ended, of 1 and 5 also the suspended ones, are named and not chosen.
 */
async function readCompanies(
  db: Executor,
  { actor, keyword, kind }: { actor: Actor; keyword?: string | undefined; kind?: number | undefined },
): Promise<readonly Option[]> {
  let query = companiesFor(db, actor)
  if (isInForceAsked(kind))
    query = query.where('contractStatus', 'in', [contractStatus.inForce, contractStatus.suspended, contractStatus.terminated])
  if (kind === 2) query = query.where('settlementMode', '=', settlementMode.prepaid)
  if (keyword) {
    const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((where) =>
      where.or([where('companyNo', 'ilike', pattern), where('companyName', 'ilike', pattern), where('companyShortName', 'ilike', pattern)]),
    )
  }
  const options = companyOptions(await query.execute(), kind)
  const isWithPlatform = kind === companiesAndPlatform || kind === inForceAndPlatform
  const isPlatformAsked = isWithPlatform && readableCompanyNos(actor) === null && !(keyword && !platform.value.includes(keyword))
  return isPlatformAsked ? [platform, ...options] : options
}

/** Companies that pay for the points of their card holders. */
async function readPayers(db: Executor, actor: Actor): Promise<readonly Option[]> {
  return companyOptions(await companiesFor(db, actor).where('isPayer', '=', true).execute())
}

function companiesFor(db: Executor, actor: Actor) {
  const query = db
    .selectFrom('company')
    .select(['companyNo', 'companyShortName', 'contractStatus'])
    .orderBy(sql`contract_status = ${sql.lit(contractStatus.terminated)}`)
    .orderBy('companyNo')
    .limit(optionsMax)
  const readable = readableCompanyNos(actor)
  return readable === null ? query : query.where('companyNo', 'in', readable)
}

const inForceCompanies = 1
const allCompanies = 3
const companiesAndPlatform = 4
const inForceAndPlatform = 5
const allStores = 3

const isInForceAsked = (kind: number | undefined) => kind === inForceCompanies || kind === inForceAndPlatform

function companyOptions(
  rows: readonly { companyNo: string; companyShortName: string; contractStatus: string }[],
  kind?: number,
): readonly Option[] {
  const options = rows.map((row) => {
    const option = companyOption(row)
    if (row.contractStatus === contractStatus.terminated && kind !== allCompanies && kind !== companiesAndPlatform)
      return endedOption(option, '已終止')
    return row.contractStatus === contractStatus.suspended && isInForceAsked(kind) ? endedOption(option, '已暫停') : option
  })
  return endedLast(options)
}

function companyOption(row: { companyNo: string; companyShortName: string }): Option {
  return { key: row.companyNo, value: `${row.companyNo} ${row.companyShortName}` }
}

/** The operator as an entry of the list of companies: it gives points too (domain 5). */
const platform: Option = { key: 'C000000', value: 'C000000 平台' }

/** Null = no limit. Never empty: SQL has no empty list, so the number '' stands for none; no company has it. */
function readableCompanyNos(actor: Actor): readonly string[] | null {
  if (actor.userType === userType.staff && actor.readableCompanyNos === null) return null
  const readable = actor.userType === userType.corporate ? [] : (actor.readableCompanyNos ?? [])
  return readable.length > 0 ? readable : ['']
}

async function readGroups(db: Executor, actor: Actor): Promise<readonly Option[]> {
  const readable = readableCompanyNos(actor)
  const rows = await db
    .selectFrom('companyGroup')
    .select(['companyGroupNo', 'companyGroupName', 'members', 'status'])
    .orderBy('companyGroupNo')
    .execute()
  const options = rows
    .filter((row) => readable === null || row.members.some((member) => readable.includes(member.companyNo)))
    .map((row) => inForce({ key: row.companyGroupNo, value: row.companyGroupName }, row.status === recordStatus.enabled))
  return endedLast(options)
}

function inForce(option: Option, isEnabled: boolean): Option {
  return isEnabled ? option : endedOption(option, '已停用')
}

/**
 * Outlets of a company; without one every outlet that the actor may see. `intArg` 3: also disabled ones may be chosen, for what is
 * settled after an outlet was closed.
 */
async function readStores(
  db: Executor,
  actor: Actor,
  { companyNo, kind }: { companyNo?: string | undefined; kind?: number | undefined },
): Promise<readonly Option[]> {
  let query = db
    .selectFrom('retailStore')
    .select(['retailStoreNo', 'storeName', 'status'])
    .orderBy('status', 'desc')
    .orderBy('retailStoreNo')
    .limit(optionsMax)
  const readable = readableCompanyNos(actor)
  if (companyNo !== undefined) query = query.where('companyNo', '=', companyNo)
  if (readable !== null) query = query.where('companyNo', 'in', readable)
  return (await query.execute()).map((row) => {
    const option = inForce({ key: row.retailStoreNo, value: row.storeName }, row.status === recordStatus.enabled)
    return kind === allStores ? { key: option.key, value: option.value } : option
  })
}

/** Reward settings of a company; stopped ones are named and not chosen. */
async function readRewards(db: Executor, actor: Actor, companyNo: string | undefined): Promise<readonly Option[]> {
  let query = db
    .selectFrom('rewardPoint')
    .select(['id', 'rewardPointName', 'status'])
    .orderBy(sql`status = ${sql.lit(corporateStatus.suspended)}`)
    .orderBy('priority')
    .limit(optionsMax)
  const readable = readableCompanyNos(actor)
  if (companyNo !== undefined) query = query.where('companyNo', '=', companyNo)
  if (readable !== null) query = query.where('companyNo', 'in', readable)
  return (await query.execute()).map((row) => {
    const option = { key: String(row.id), value: row.rewardPointName }
    return row.status === settingStatus.stopped ? endedOption(option, '已停用') : option
  })
}

/** Also of companies that the reader is not offered: logs show what was written. */
async function companyLabels(db: Executor, keys: readonly string[]): Promise<Option[]> {
  const rows = await db.selectFrom('company').select(['companyNo', 'companyShortName']).where('companyNo', 'in', keys).execute()
  return [...(keys.includes(platform.key) ? [platform] : []), ...rows.map(companyOption)]
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
  dictionaries.register(
    'RetailStore',
    ({ db, actor, strArg, intArg }) => readStores(db, actor, { companyNo: strArg, kind: intArg }),
    storeLabels,
  )
  dictionaries.register('RewardPoint', ({ db, actor, strArg }) => readRewards(db, actor, strArg), rewardLabels)
}
