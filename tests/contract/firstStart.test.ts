import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { prepareInstallation } from '../../src/server/firstStart.ts'
import { hasRaces, startTestServer } from '../support/testServer.ts'

describe.runIf(hasRaces())('two processes that begin on one empty database', () => {
  it.each(['1', '0'])('both start, and one of them writes what is needed (DEMO=%s)', async (demo) => {
    const first = await startTestServer({ environment: { DEMO: demo } })
    // Removes the administrator, which the template of tests has already.
    await sql`truncate app_user cascade`.execute(first.database.db)
    const second = await buildApp({ config: first.app.config, database: first.database })
    try {
      const notes = await Promise.all([prepareInstallation(first.app), prepareInstallation(second)])
      const administrators = await first.database.db.selectFrom('appUser').select('id').where('userName', '=', 'admin').execute()
      expect(administrators).toHaveLength(1)
      if (demo === '0') expect(notes.filter((lines) => lines.length > 0)).toHaveLength(1)
    } finally {
      await second.close()
      await first.close()
    }
  })
})
