import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { taipeiDate } from '../../../rules/dates.ts'
import { readEditableDictionary } from './dictionaries.ts'

/** Public parameters for every client, and the two shared lists that the specification gives a path of their own. */
export function settingsRoutes(app: FastifyInstance): void {
  app.get('/api/shared/code_table', { config: { permission: 'public' } }, async () => {
    const { rows } = await sql<{ category: string; code: string; name: string; valueType: string; value: string | null }>`
      select distinct on (category, coalesce(parent_code, ''), code) category, code, name, value_type as "valueType", value
      from code_table
      where is_public and is_enabled and (effective_from is null or effective_from <= ${taipeiDate(app.clock.now())})
      order by category, coalesce(parent_code, ''), code, effective_from desc nulls last`.execute(app.db)
    return rows
  })
  app.get('/api/shared/company_type', { config: { permission: 'signedIn' } }, () => readEditableDictionary(app.db, 'CompanyType'))
  app.get('/api/shared/company_group', { config: { permission: 'signedIn' } }, async (request) => {
    const { actor } = request
    return (await app.dictionaries.find('CompanyGroup', { db: app.db, actor })) ?? []
  })
}
