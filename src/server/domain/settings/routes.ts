import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type PublicParameter, PublicParameters, SharedOptions } from '../../../answers/settings.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { readEditableDictionary } from './dictionaries.ts'

/** Routes for public parameters, and for the two shared lists to which the specification gives paths of their own. */
export function settingsRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const parameters = { response: { 200: PublicParameters } }
  routes.get('/api/shared/code_table', { config: { permission: 'public' }, schema: parameters }, async () => {
    const { rows } = await sql<PublicParameter>`
      select distinct on (category, coalesce(parent_code, ''), code) category, code, name, value_type as "valueType", value
      from code_table
      where is_public and is_enabled and (effective_from is null or effective_from <= ${taipeiDate(app.clock.now())})
      order by category, coalesce(parent_code, ''), code, effective_from desc nulls last`.execute(app.db)
    return rows
  })
  const shared = { config: { permission: 'signedIn' }, schema: { response: { 200: SharedOptions } } } as const
  routes.get('/api/shared/company_type', shared, () => readEditableDictionary(app.db, 'CompanyType'))
  routes.get('/api/shared/company_group', shared, async (request) => {
    const { actor } = request
    return (await app.dictionaries.find('CompanyGroup', { db: app.db, actor })) ?? []
  })
}
