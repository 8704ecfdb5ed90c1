import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluate } from '../../src/language/predicate/predicate.ts'
import { nowScope, userScope } from '../../src/language/predicate/scope.ts'
import { defaultListQuery } from '../../src/language/query/listQuery.ts'
import type { ResolvedAction, ResolvedScreen } from '../../src/language/resolved.ts'
import { taipeiDate } from '../../src/rules/dates.ts'
import { isDenied } from '../../src/rules/deniedActions.ts'
import { findAccountByName } from '../../src/server/identity/accounts.ts'
import { findReadableCompanyNos } from '../../src/server/identity/authentication/companyReach.ts'
import { demoAccounts } from '../../src/server/identity/demoAccounts.ts'
import type { Actor } from '../../src/server/platform/actor.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import { savepoint } from '../../src/server/platform/database/transact.ts'
import { ApiError } from '../../src/server/platform/errors.ts'
import type { RecordCall } from '../../src/server/records/engine.ts'
import type { StoredRecord } from '../../src/server/records/hooks.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
let actors: readonly Actor[]

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  const people = demoAccounts.filter((account) => account.userType !== '3' && !account.isLocked)
  actors = await Promise.all([...new Set(people.map(({ userName }) => userName))].map((userName) => actorOf(userName)))
})

afterAll(() => server.close())

async function actorOf(userName: string, further: readonly string[] = []): Promise<Actor> {
  const { db } = server.app
  const account = await findAccountByName(db, userName)
  if (!account) throw new Error(`there is no demo account ${userName}`)
  const { companyNo, id, fullName, userType, roles } = account
  const readableCompanyNos = companyNo === null ? null : await findReadableCompanyNos(db, companyNo, taipeiDate(new Date()))
  const permissions = new Set([...account.permissions, ...further])
  return { id, sessionId: null, userName, fullName, userType, companyNo, readableCompanyNos, roles, permissions, ipAddress: null }
}

/** Number of rows tried for each button; rows in one state differ only in who made them. */
const rowsMax = 6

/** Errors that depend only on the record and the user: such a button is shown although it can only fail. */
const canOnlyFail = (error: ApiError) => error.status === 403 || /^(M09|M12|M13|USER_|ROLE_|ADJUST_)/.test(error.code)

const allRows = (screen: ResolvedScreen) => ({ ...defaultListQuery(screen.list), pageSize: 100 })

function callOf(actor: Actor, screen: ResolvedScreen, trx: Trx): RecordCall {
  const cut = server.app.documents.restricted(screen, actor)
  return { actor, screen: cut, entity: screen.entity.name, now: new Date(), db: trx, afterCommit: () => undefined }
}

/** Presses the button and rolls back; null when it is no action of the engine. */
async function press(call: RecordCall, action: ResolvedAction, row: StoredRecord): Promise<ApiError | null> {
  const { records } = server.app
  const form = action.kind === 'form' ? call.screen?.forms[action.form]?.mode : action.kind === 'builtIn' ? action.action : null
  const undo = new Error('undone')
  const work = async (): Promise<never> => {
    if (action.kind === 'transition') await records.transition(call, row.id, action.transition, { rowVersion: row.rowVersion })
    else if (form === 'edit') await records.update(call, row.id, row.rowVersion, {})
    else if (form === 'delete') await records.remove(call, row.id, row.rowVersion)
    throw undo
  }
  try {
    return await savepoint(call.db as Trx, work)
  } catch (error) {
    if (error === undo) return null
    // Sealed numbers of the demo data need the keys of the server that made them.
    return error instanceof ApiError ? error : null
  }
}

interface Outcome {
  readonly button: string
  readonly isShown: boolean
  readonly error: ApiError | null
}

async function pressAll(actor: Actor, screen: ResolvedScreen, trx: Trx): Promise<readonly Outcome[]> {
  const call = callOf(actor, screen, trx)
  const actions = Object.values(call.screen?.actions ?? {}).filter(
    (action) => action.kind !== 'request' && action.kind !== 'open' && actor.permissions.has(action.permission),
  )
  const { rows } = await server.app.records.list(call, allRows(screen))
  const scope = { user: userScope(actor), now: nowScope(call.now) }
  const outcomes: Outcome[] = []
  for (const action of actions) {
    const fitting = (rows as readonly StoredRecord[]).filter((row) => !action.guard || evaluate(action.guard, { ...scope, row }))
    const denied = fitting.filter((row) => isDenied(row, action.name))
    const shown = fitting.filter((row) => !isDenied(row, action.name))
    for (const row of [...shown.slice(0, rowsMax), ...denied.slice(0, rowsMax)]) {
      const button = `${actor.userName} ${screen.uri} ${action.name} ${row.id}`
      outcomes.push({ button, isShown: !denied.includes(row), error: await press(call, action, row) })
    }
  }
  return outcomes
}

/** Changes made inside are rolled back. */
async function inVain<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  let result: T | undefined
  const done = new Error('done')
  await server.app.db
    .transaction()
    .execute(async (trx) => {
      result = await work(trx as Trx)
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
  return result as T
}

const mayOpen = (actor: Actor, screen: ResolvedScreen) => actor.permissions.has(`${screen.resource}.view`)

/** Lists that need a company or member first have tests of their own. */
const opens = (screen: ResolvedScreen) => screen.list.needs === undefined && screen.list.rowActions.length > 0

describe.runIf(runsOnce())('a button of a row', () => {
  it('a button of a row is shown only where the server does not refuse it for who asks', async () => {
    const screens = [...server.app.documents.current().screens.values()].filter(opens)
    const outcomes: Outcome[] = []
    for (const actor of actors) {
      for (const screen of screens.filter((one) => mayOpen(actor, one))) {
        outcomes.push(...(await inVain((trx) => pressAll(actor, screen, trx))))
      }
    }
    expect(outcomes.length).toBeGreaterThan(200)
    const dead = outcomes.filter(({ isShown, error }) => isShown && error !== null && canOnlyFail(error))
    expect(dead.map(({ button, error }) => `${button} ${error?.code} ${error?.message}`)).toEqual([])
    const lost = outcomes.filter(({ isShown, error }) => !isShown && error === null)
    expect(lost.map(({ button }) => button)).toEqual([])
    expect(outcomes.some(({ isShown }) => !isShown)).toBe(true)
  })

  it('a button of a row is not shown to who submitted the record, or worked on it before somebody else submitted it', async () => {
    const entry = server.app.documents.screen('/_company/companies') as ResolvedScreen
    const screen = server.app.documents.screen('/_company/company_details') as ResolvedScreen
    const approver = await actorOf('fm01')
    const maker = await actorOf('ops01', [...approver.permissions])
    const second = await actorOf('ops02', [...approver.permissions])
    const denied = await inVain(async (trx) => {
      const draft = await trx.selectFrom('company').select('id').where('contractStatus', '=', '2').orderBy('id').executeTakeFirstOrThrow()
      await sql`update company set contract_status = '1' where id = ${draft.id}`.execute(trx)
      const { rowVersion } = await server.app.records.get(callOf(maker, entry, trx), draft.id)
      await server.app.records.update(callOf(maker, entry, trx), draft.id, rowVersion, { remark: '補充說明' })
      await sql`
        update company set contract_status = '2', submitted_by = 'ops02', updated_by = 'ops02' where id = ${draft.id}`.execute(trx)
      const of = async (actor: Actor) => {
        const { records } = server.app
        const call = callOf(actor, screen, trx)
        const inList = (await records.list(call, allRows(screen))).rows.find((row) => row.id === draft.id)
        const alone = await records.get(call, draft.id)
        return [inList, alone].map((row) => ['approve', 'reject'].filter((name) => isDenied(row, name)))
      }
      return { maker: await of(maker), second: await of(second), approver: await of(approver) }
    })
    const both = [
      ['approve', 'reject'],
      ['approve', 'reject'],
    ]
    expect(denied).toEqual({ maker: both, second: both, approver: [[], []] })
  })
})
