import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { databaseOf } from '../../src/server/platform/database/databaseOf.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { typeParsers } from '../../src/server/platform/database/typeParsers.ts'

export interface RaceDatabase {
  readonly db: Database
  readonly members: readonly string[]
  /** Runs statements that remove a guard, to show that the race fails without it. */
  removeGuards(statements: string): Promise<void>
  close(): Promise<void>
}

const connections = 100

/** `RACES=full` runs the numbers of the requirements; the default is a part that takes seconds. */
export function sizeOfRace(full: number, part: number): number {
  return process.env.RACES === 'full' ? full : part
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A migrated PostgreSQL database of its own with enough connections for a race, a company and members. */
export async function openRaceDatabase(memberCount: number): Promise<RaceDatabase> {
  const { serverUrl, id } = inject('testRun')
  if (serverUrl === null) throw new Error('a race needs a PostgreSQL server (TEST_DATABASE=postgres)')
  const name = `loyalty_${id}_race_${randomBytes(4).toString('hex')}`
  await administer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = databaseOf(new pg.Pool({ connectionString: url.href, types: typeParsers, max: connections }))
  await migrate(db)
  await insertCompany(db, { companyNo: 'C000101' })
  await insertCompany(db, { companyNo: 'C000102', settlementMode: '2' })
  const members = await insertMembers(db, memberCount)
  const close = async () => {
    await db.destroy()
    // The server may need a moment to notice that its clients have disconnected.
    await sleep(200)
    await administer(serverUrl, `drop database ${name} with (force)`)
  }
  return { db, members, removeGuards: (statements) => administer(url.href, statements), close }
}
