import type { FastifyInstance } from 'fastify'
import { corporateStatus, userType } from '../../../rules/codes.generated.ts'
import { endedOption } from '../../../rules/dictionaryOptions.ts'

/** Options of one look-up at most; a longer list is narrowed by a keyword. */
const optionsMax = 1000

/** Corporate: members by number and name; `strArg` is a keyword. Suspended and ended ones are named and not chosen. */
export function registerCorporateDictionaries({ dictionaries }: Pick<FastifyInstance, 'dictionaries'>): void {
  dictionaries.register('Corporate', async ({ db, actor, strArg }) => {
    if (actor.userType !== userType.staff) return []
    let query = db
      .selectFrom('corporateMember')
      .select(['corporateNo', 'companyName', 'status'])
      .where('status', 'in', [corporateStatus.active, corporateStatus.suspended, corporateStatus.ended])
      .orderBy('status')
      .orderBy('corporateNo')
      .limit(optionsMax)
    if (strArg) {
      const pattern = `%${strArg.replace(/[\\%_]/g, '\\$&')}%`
      query = query.where((where) => where.or([where('corporateNo', 'ilike', pattern), where('companyName', 'ilike', pattern)]))
    }
    const rows = await query.execute()
    return rows.map(({ corporateNo, companyName, status }) => {
      const option = { key: String(corporateNo), value: `${corporateNo} ${companyName}` }
      if (status === corporateStatus.suspended) return endedOption(option, '已停權')
      return status === corporateStatus.ended ? endedOption(option, '已終止') : option
    })
  })
}
