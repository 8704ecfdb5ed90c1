import type { FastifyInstance } from 'fastify'
import { logCategory, logLevel } from '../../../rules/codes.generated.ts'
import { assertSound } from '../points/public.ts'
import { anchorDay } from './anchor.ts'
import { Sealer } from './sealer.ts'
import { verifySeals } from './verifySeals.ts'

/** Seals of the audit and the ledger, their daily anchor and their nightly check. */
export function sealsArea(app: FastifyInstance): void {
  const { db, clock, activity, log } = app
  const key = app.secrets.auditSeal
  const sealer = new Sealer({
    ...{ db, key, clock },
    onFailure: (error) => log.error({ err: error }, 'audit not sealed'),
    onLost({ sealNo }) {
      log.error({ sealNo }, 'a seal of the audit is gone or was changed')
      const message = `稽核封條 ${sealNo} 遺失或遭變更，已停止加封，請以列印的錨點檢核`
      activity.write({ category: logCategory.system, level: logLevel.error, message })
    },
  })
  app.addHook('onListen', async () => sealer.start())
  app.addHook('onClose', () => sealer.close())

  app.jobs.register('audit.anchor', {
    title: '產生稽核錨點',
    dailyAt: '00:05',
    async run({ clock: jobClock }) {
      await sealer.seal()
      return anchorDay({ db, activity, enqueueMail: app.mail.enqueue }, jobClock.now())
    },
  })
  app.jobs.register('audit.verify', {
    title: '稽核封條檢核',
    dailyAt: '02:45',
    async run() {
      // In the words of the check of the ledger: the same card of the notice board tells about both.
      return assertSound('帳本', await verifySeals(db, { key }))
    },
  })
}
