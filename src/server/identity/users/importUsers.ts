import type { RowError } from '../../../answers/account.ts'
import { message } from '../../../rules/messages.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { savepoint, transact } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RecordCall, RecordsEngine } from '../../records/engine.ts'
import { refusedRows } from '../../records/import/refusedRows.ts'
import { createKnownOptions, forgettingUndone } from '../../records/validation/knownOptions.ts'
import { createTemporaryPassword } from '../passwords/temporaryPassword.ts'
import type { IdentityServices } from '../services.ts'
import type { UserRow } from './importFile.ts'
import { type PreparedPassword, withPreparedPasswords } from './preparedPasswords.ts'

export interface ImportServices extends IdentityServices {
  readonly records: RecordsEngine
  /** The screen of users. Calls go through it, so that dictionaries are checked like in its form. */
  userScreen(): RecordCall['screen']
}

/** Thrown to end a rehearsal and roll back everything that it wrote. */
class RehearsalOver extends Error {}

/** An empty password hash, with which nobody could sign in. It saves the rehearsal a second of hashing per hundred rows. */
const rehearsed: PreparedPassword = { password: '', passwordHash: '' }

/**
 * Tries to create all rows and rolls everything back. The rules are the same as for the real import, including duplicate names within the
 * file.
 */
export async function checkUsers(services: ImportServices, actor: Actor, rows: readonly UserRow[]): Promise<readonly RowError[]> {
  const passwords = new Map(rows.map((row) => [nameOf(row), rehearsed]))
  let errors: readonly RowError[] = []
  const rehearse = async (trx: Trx): Promise<never> => {
    errors = await createRows(services, trx, actor, rows)
    throw new RehearsalOver()
  }
  try {
    await withPreparedPasswords(passwords, () => transact(services.db, rehearse))
  } catch (error) {
    if (!(error instanceof RehearsalOver)) throw error
  }
  return errors
}

/**
 * Creates all rows or none. Every account gets a random password, which is mailed to its owner.
 *
 * @throws 400 with one line per faulty row
 */
export async function createUsers(services: ImportServices, actor: Actor, rows: readonly UserRow[]): Promise<void> {
  const passwords = new Map<string, PreparedPassword>()
  for (const row of rows) {
    const password = createTemporaryPassword()
    passwords.set(nameOf(row), { password, passwordHash: await services.hasher.hash(password) })
  }
  await withPreparedPasswords(passwords, () =>
    transact(services.db, async (trx) => {
      const errors = await createRows(services, trx, actor, rows)
      if (errors.length > 0) throw new ApiError(400, 'M17', [message('M17'), ...errors.map(rowText)].join('\n'))
    }),
  )
}

function nameOf({ values }: UserRow): string {
  return String(values.userName).toLowerCase()
}

/** `第 n 列：…` */
function rowText({ row, message: text }: RowError): string {
  return `第 ${row} 列：${text}`
}

async function createRows(services: ImportServices, trx: Trx, actor: Actor, rows: readonly UserRow[]): Promise<readonly RowError[]> {
  const knownOptions = createKnownOptions()
  const call = { actor, screen: services.userScreen(), entity: 'user', now: services.clock.now(), allProblems: true, knownOptions }
  const createTogether = (inner: Trx, some: readonly UserRow[]) =>
    services.records.together(inner, async (records) => {
      for (const { values } of some) await records.create({ ...call, db: inner }, values)
    })
  const refused = await refusedRows(rows, (some) =>
    forgettingUndone(knownOptions, () => savepoint(trx, (inner) => createTogether(inner, some))),
  )
  const told = refused.map(({ row, refusal }) => ({ values: row.values, refusal }))
  const texts = await services.records.importTexts({ ...call, db: trx }, told)
  return refused.map(({ row: { row } }, index) => ({ row, message: texts[index] ?? '' }))
}
