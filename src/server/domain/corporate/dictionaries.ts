import type { FastifyInstance } from 'fastify'
import { corporateStatus } from './corporateRules.ts'
import './tables.ts'

/** Options of one look-up at most; a longer list is narrowed by a keyword. */
const optionsMax = 1000

/** Corporate: members by number and name, those that ended too; `strArg` is a keyword. */
export function registerCorporateDictionaries({ dictionaries }: Pick<FastifyInstance, 'dictionaries'>): void {
  dictionaries.register('Corporate', async ({ db, actor, strArg }) => {
    if (actor.userType !== '1') return []
    let query = db
      .selectFrom('corporateMember')
      .select(['corporateNo', 'companyName'])
      .where('status', 'in', [corporateStatus.active, corporateStatus.suspended, corporateStatus.ended])
      .orderBy('corporateNo')
      .limit(optionsMax)
    if (strArg) {
      const pattern = `%${strArg.replace(/[\\%_]/g, '\\$&')}%`
      query = query.where((where) => where.or([where('corporateNo', 'ilike', pattern), where('companyName', 'ilike', pattern)]))
    }
    const rows = await query.execute()
    return rows.map(({ corporateNo, companyName }) => ({ key: String(corporateNo), value: `${corporateNo} ${companyName}` }))
  })
}
