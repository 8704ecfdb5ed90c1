import { describe, expect, it } from 'vitest'
import { hasRaces, startTestServer } from '../support/testServer.ts'
import { startTwice } from './startTwice.ts'

// With demo data: see domainDemo.test.ts.
describe.runIf(hasRaces())('two processes that begin on one empty database', () => {
  it('both start, and one of them writes what is needed', async () => {
    const server = await startTestServer()
    try {
      const notes = await startTwice(server)
      const administrators = await server.database.db.selectFrom('appUser').select('id').where('userName', '=', 'admin').execute()
      expect(administrators).toHaveLength(1)
      expect(notes.filter((lines) => lines.length > 0)).toHaveLength(1)
    } finally {
      await server.close()
    }
  })
})
