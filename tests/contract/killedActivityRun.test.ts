import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, inject, it } from 'vitest'
import { killActivityRuns } from '../reliability/killedActivityRuns.ts'
import { openPostgres, urlOf } from '../support/testDatabases.ts'
import { hasRaces } from '../support/testServer.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'

const members = sizeOfRace(50_000, 3000)
const cycles = sizeOfRace(20, 4)
const wholeRunMs = 3_600_000

describe.runIf(hasRaces())('kill -9 of a server that gives a list of members its points', () => {
  it(
    `loses and doubles nothing in ${cycles} cycles over ${members} members on PostgreSQL`,
    async () => {
      const { serverUrl, id, folder } = inject('testRun')
      const name = `loyalty_${id}_list_${randomBytes(4).toString('hex')}`
      const { db, close } = openPostgres(String(serverUrl), 'postgres')
      await sql.raw(`create database ${name}`).execute(db)
      try {
        const place = { DATABASE_URL: urlOf(String(serverUrl), name), DATA_DIR: await mkdtemp(join(folder, 'list-')) }
        await killActivityRuns(place, { members, cycles })
      } finally {
        await sql.raw(`drop database ${name} with (force)`).execute(db)
        await close()
      }
    },
    wholeRunMs,
  )
})
