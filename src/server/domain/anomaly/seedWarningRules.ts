import type { FastifyInstance } from 'fastify'
import { warningAction, warningScope } from '../../../rules/codes.generated.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { ruleCatalog, ruleCodes } from './rules/catalog.ts'

/** Rules that watch from the first day; the others wait until somebody has looked at their parameters (domain 10). */
const enabledAtFirst: ReadonlySet<string> = new Set(['R02', 'R03'])

/** Writes the system's row of every rule in an installation that has none; what people changed stays. @param now time of their making */
export async function seedWarningRules(app: Pick<FastifyInstance, 'records'>, trx: Trx, now: Date): Promise<void> {
  const any = await trx.selectFrom('warningRule').select('id').limit(1).executeTakeFirst()
  if (any) return
  const call = { actor: systemActor, screen: null, entity: 'warningRule', now, db: trx, afterCommit: () => undefined }
  for (const ruleCode of ruleCodes) {
    const { parameters, severity } = ruleCatalog[ruleCode]
    const isEnabled = enabledAtFirst.has(ruleCode)
    await app.records.create(call, {
      ruleCode,
      scope: warningScope.system,
      ...parameters,
      severity,
      action: warningAction.warn,
      notifyEmails: [],
      isEnabled,
    })
  }
}
