import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../src/language/entity/property.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { editableDictionaries } from '../../src/server/domain/settings/dictionaries.ts'
import { type Actor, systemActor } from '../../src/server/platform/actor.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import { savepoint } from '../../src/server/platform/database/transact.ts'
import { ApiError } from '../../src/server/platform/errors.ts'
import type { RecordCall } from '../../src/server/records/engine.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
let everything: Actor

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  const screens = [...server.app.documents.current().screens.values()]
  const actions = screens.flatMap(({ resource, actions: own }) => [
    ...['view', 'create', 'edit'].map((action) => `${resource}.${action}`),
    ...Object.values(own).map(({ permission }) => permission),
  ])
  everything = { ...systemActor, id: 1, userName: 'tester', roles: ['SYS'], permissions: new Set(actions) }
})

afterAll(() => server.close())

interface Ended {
  readonly key: string
  readonly companyNo?: string
}

/** Ends one record that is an option of a dictionary, and returns which. */
const endings: Readonly<Record<string, RawBuilder<Ended>>> = {
  // Prepaid, so that points can be sold to it.
  Company: sql`update company set contract_status = '9', settlement_mode = '2' where company_no = 'C000101' returning company_no as key`,
  Payer: sql`update company set contract_status = '9'
    where id = (select min(id) from company where is_payer and contract_status = '3') returning company_no as key`,
  CompanyGroup: sql`update company_group set status = '0' where status = '1' returning company_group_no as key`,
  RetailStore: sql`update retail_store set status = '0'
    where id = (select min(id) from retail_store where company_no = 'C000101') returning retail_store_no as key, company_no as "companyNo"`,
  RewardPoint: sql`update reward_point set status = '5'
    where id = (select min(id) from reward_point where company_no = 'C000101') returning id::text as key, company_no as "companyNo"`,
  Corporate: sql`update corporate_member set status = '5'
    where id = (select min(id) from corporate_member where status = '3') returning corporate_no as key`,
  ConnectionPlatform: sql`update connection_platform set status = '0' where id = (select min(id) from connection_platform where status = '1') returning platform_no as key`,
  Role: sql`update app_role set is_enabled = false where role_code = 'CS' returning role_code as key`,
  ...Object.fromEntries(
    editableDictionaries.map((name) => [
      name,
      sql<Ended>`update code_table set is_enabled = false
        where id = (select min(id) from code_table where parent_code = ${name} and is_enabled) returning code as key`,
    ]),
  ),
}

/** Dictionaries of code without ended options. */
const endless: Readonly<Record<string, string>> = {
  OnTheHour: 'hours',
  BoolToTwoValues: 'yes and no',
  Entity: 'kinds of records, read by logs',
  Year: 'counted from today',
  Period: 'counted from today',
  TaxPeriod: 'counted from today',
  City: 'of the state',
  District: 'of the state',
  ZipCode: 'of the state',
  User: 'of the screens of own entities; their names have tests of their own',
  CouponBatch: 'looked for and shown, never chosen in a form',
}

/** Changes made inside are rolled back. */
async function inVain(work: (trx: Trx) => Promise<void>): Promise<void> {
  const done = new Error('done')
  await server.app.db
    .transaction()
    .execute(async (trx) => {
      await work(trx as Trx)
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
}

async function end(trx: Trx, name: string): Promise<Ended> {
  const { rows } = await (endings[name] as RawBuilder<Ended>).execute(trx.withoutPlugins())
  const [ended] = rows
  if (!ended) throw new Error(`the demo data has nothing for ${name} to end`)
  return ended
}

interface Choice {
  readonly screen: ResolvedScreen
  readonly field: string
  readonly isList: boolean
  readonly parent: string | undefined
}

/** Fields of create forms with choices from a dictionary; `intArg` 3 includes ended companies and outlets. */
function choicesOf(name: string): readonly Choice[] {
  return [...server.app.documents.current().screens.values()].flatMap((screen) => {
    const forms = Object.values(screen.forms).filter((form) => form.mode === 'create')
    const fields = new Map(forms.flatMap((form) => Object.values(form.fields).map((field) => [field.field, field] as const)))
    return [...fields.values()].flatMap((field): Choice[] => {
      const ref = dictionaryOf(field.property)
      if (ref?.name !== name || field.readonly || (['Company', 'RetailStore'].includes(name) && ref.intArg === 3)) return []
      const parent = ref.strArg?.startsWith('form.') ? ref.strArg.slice('form.'.length) : undefined
      return [{ screen, field: field.field, isList: field.property.type === 'array', parent }]
    })
  })
}

function callOf(screen: ResolvedScreen, trx: Trx): RecordCall {
  const cut = server.app.documents.restricted(screen, everything)
  return { actor: everything, screen: cut, entity: screen.entity.name, now: new Date(), db: trx, afterCommit: () => undefined }
}

/** The server's error for one field of a new record. */
async function refusalOf(trx: Trx, { screen, field, isList, parent }: Choice, { key, companyNo }: Ended): Promise<unknown> {
  const argument = parent?.toLowerCase().endsWith('companyno') ? companyNo : parent === 'adjustKind' ? key.slice(0, 1) : '1'
  const values = { ...(parent !== undefined && { [parent]: argument }), [field]: isList ? [key] : key }
  try {
    await savepoint(trx, () => server.app.records.create(callOf(screen, trx), values))
    return 'created'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return typeof error.body === 'string' ? error.body : error.body[field]
  }
}

describe('dictionaries of code', () => {
  it('dictionaries of code are all decided on', () => {
    const { dictionaries } = server.app.documents.current()
    const ofCode = server.app.dictionaries.names().filter((name) => !dictionaries.has(name))
    expect([...ofCode].sort()).toEqual([...Object.keys(endings), ...Object.keys(endless)].sort())
    expect(choicesOf('CouponBatch')).toEqual([])
  })

  it.each(Object.keys(endings))('%s names what has ended, for lists and filters, and does not offer it to new records', async (name) => {
    await inVain(async (trx) => {
      const ended = await end(trx, name)
      const argument = { ...(ended.companyNo !== undefined && { strArg: ended.companyNo }) }
      const options = (await server.app.dictionaries.find(name, { db: trx, actor: everything, ...argument })) ?? []
      const option = options.find(({ key }) => key === ended.key)
      expect(option).toMatchObject({ ended: true, value: expect.stringMatching(/（已(終止|停用|停權)）$/) })
      const firstEnded = options.findIndex((one) => one.ended)
      expect(options.slice(firstEnded).every((one) => one.ended)).toBe(true)
      for (const choice of choicesOf(name)) {
        const place = `${choice.screen.uri} ${choice.field}`
        expect([place, await refusalOf(trx, choice, ended)]).toEqual([place, expect.stringMatching(/不可再選用，請改選其他項目$/)])
      }
    })
  })

  it('dictionaries of code name companies that are not in force any more also where only those in force are chosen', async () => {
    await inVain(async (trx) => {
      const find = () => server.app.dictionaries.find('Company', { db: trx, actor: everything, intArg: 1 })
      await sql`update company set contract_status = '4' where company_no = 'C000101'`.execute(trx)
      await sql`update company set contract_status = '1' where company_no = 'C000102'`.execute(trx)
      const options = (await find()) ?? []
      expect(options.find(({ key }) => key === 'C000101')).toMatchObject({ ended: true, value: expect.stringMatching(/（已暫停）$/) })
      expect(options.find(({ key }) => key === 'C000102')).toBeUndefined()
    })
  })

  it('dictionaries of code let a record keep what it has', async () => {
    await inVain(async (trx) => {
      await end(trx, 'Role')
      const screen = server.app.documents.screen('/_authority/users') as ResolvedScreen
      const user = await trx.selectFrom('appUser').select(['id', 'rowVersion']).where('userName', '=', 'cs01').executeTakeFirstOrThrow()
      const updated = await server.app.records.update(callOf(screen, trx), user.id, user.rowVersion, { roles: ['CS', 'OPS'] })
      expect(updated.roles).toEqual(['CS', 'OPS'])
    })
  })
})
