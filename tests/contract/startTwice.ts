import { sql } from 'kysely'
import { buildApp } from '../../src/server/app.ts'
import { prepareInstallation } from '../../src/server/firstStart.ts'
import type { TestServer } from '../support/testServer.ts'

/** Two processes begin on one empty database at once. @returns what each tells the person who started it */
export async function startTwice({ app, database }: TestServer): Promise<readonly (readonly string[])[]> {
  // Removes the administrator, which the template of tests has already.
  await sql`truncate app_user cascade`.execute(database.db)
  const second = await buildApp({ config: app.config, database, clock: app.clock })
  try {
    return await Promise.all([prepareInstallation(app), prepareInstallation(second)])
  } finally {
    await second.close()
  }
}
