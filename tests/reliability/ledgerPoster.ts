import { sql } from 'kysely'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { ledgerClient } from './ledgerLoad.ts'

const memberCount = 12
const clients = 6

async function membersOf(db: Database): Promise<readonly string[]> {
  const found = await db.selectFrom('member').select('memberNo').orderBy('memberNo').execute()
  if (found.length > 0) return found.map(({ memberNo }) => memberNo)
  await insertCompany(db, { companyNo: 'C000101' })
  return insertMembers(db, memberCount)
}

/**
 * Posts to the embedded ledger until somebody kills it. Prints `found <number of partner postings>` and, when asked by VERIFY=yes,
 * `sound` or the broken invariants; then `posted <external number>` whenever a COMMIT was acknowledged. With LIST=yes it prints
 * `has <external number>` of all postings instead, and ends.
 */
async function postUntilKilled(): Promise<void> {
  const { db, close } = await openDatabase(readConfig(process.env))
  await migrate(db)
  const members = await membersOf(db)
  const { rows } = await sql<{ externalTxnNo: string }>`
    select external_txn_no from point_transaction where external_txn_no is not null`.execute(db)
  process.stdout.write(`found ${rows.length}\n`)
  if (process.env.VERIFY === 'yes') {
    const results = await verifyLedger(db)
    process.stdout.write(isSound(results) ? 'sound\n' : `broken ${results.map(lineOf).join('; ')}\n`)
  }
  if (process.env.LIST === 'yes') {
    process.stdout.write(`has ${rows.map((row) => row.externalTxnNo).join(' ')}\n`)
    return close()
  }
  const prefix = process.env.PREFIX ?? ''
  const onPosted = (externalTxnNo: string) => void process.stdout.write(`posted ${externalTxnNo}\n`)
  const client = (number: number) => ledgerClient({ db, ledger, members, name: `${prefix}C${number}`, onPosted, isOver: () => false })
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
}

await postUntilKilled()
