import type { FastifyInstance } from 'fastify'
import { codeTableHooks } from './codeTableHooks.ts'
import { registerSettingsDictionaries } from './dictionaries.ts'
import { settingsRoutes } from './routes.ts'

/** Business parameters, editable dictionaries, invoice ranges. */
export function settingsArea(app: FastifyInstance): void {
  app.records.register(
    'codeTable',
    codeTableHooks(() => app.documents.current().entities.values()),
  )
  registerSettingsDictionaries(app)
  settingsRoutes(app)
}
