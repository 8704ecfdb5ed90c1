import type { FastifyInstance } from 'fastify'
import { connectionPlatformHooks } from './connectionPlatformHooks.ts'
import { connectionRoutes } from './routes.ts'
import './tables.ts'

/** Systems that may call the partner API, and their keys. */
export function connectionArea(app: FastifyInstance): void {
  app.records.register('connectionPlatform', connectionPlatformHooks(app.secrets.fieldEncryption))
  app.dictionaries.register('ConnectionPlatform', async ({ db, strArg, actor }) => {
    const rows = await db
      .selectFrom('connectionPlatform')
      .select(['platformNo', 'platformName', 'companyNos'])
      .orderBy('platformNo')
      .execute()
    return rows
      .filter((row) => strArg === undefined || row.companyNos.includes(strArg))
      .filter((row) => actor.readableCompanyNos?.some((companyNo) => row.companyNos.includes(companyNo)) !== false)
      .map((row) => ({ key: row.platformNo, value: row.platformName }))
  })
  connectionRoutes(app)
}
