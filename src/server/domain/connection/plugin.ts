import type { FastifyInstance } from 'fastify'
import { recordStatus } from '../../../rules/codes.generated.ts'
import { endedLast, endedOption } from '../../../rules/dictionaryOptions.ts'
import { connectionPlatformHooks } from './connectionPlatformHooks.ts'
import { connectionRoutes } from './routes.ts'
import { webhookHooks } from './webhookHooks.ts'
import { webhookRoutes } from './webhookRoutes.ts'

/** Systems that may call the partner API, and their keys; systems that documents tell of what happens (webhooks). */
export function connectionArea(app: FastifyInstance): void {
  app.records.register('connectionPlatform', connectionPlatformHooks(app.secrets.fieldEncryption))
  app.dictionaries.register('ConnectionPlatform', async ({ db, strArg, actor }) => {
    const rows = await db
      .selectFrom('connectionPlatform')
      .select(['platformNo', 'platformName', 'companyNos', 'status'])
      .orderBy('platformNo')
      .execute()
    const options = rows
      .filter((row) => strArg === undefined || row.companyNos.includes(strArg))
      .filter((row) => actor.readableCompanyNos?.some((companyNo) => row.companyNos.includes(companyNo)) !== false)
      .map((row) => {
        const option = { key: row.platformNo, value: row.platformName }
        return row.status === recordStatus.enabled ? option : endedOption(option, '已停用')
      })
    return endedLast(options)
  })
  app.records.register('webhook', webhookHooks(app))
  connectionRoutes(app)
  webhookRoutes(app)
}
