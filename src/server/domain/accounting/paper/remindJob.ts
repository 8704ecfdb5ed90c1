import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { deliveryKind, statementKind, statementStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { systemActor } from '../../../platform/actor.ts'
import { transact } from '../../../platform/database/transact.ts'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { readParameter } from '../../settings/public.ts'
import { type AskForDelivery, requestDelivery } from './deliverStatement.ts'

/**
 * Registers the job that reminds of overdue payments every so many days, if the parameter says so. Users can send a reminder at any time.
 */
export function registerReminders(app: FastifyInstance, askForDelivery: AskForDelivery): void {
  app.jobs.register('accounting.dueReminders', {
    title: '逾期付款提醒',
    dailyAt: '09:00',
    run: (context) => remindOverdue(context, askForDelivery),
  })
}

async function remindOverdue({ db, clock, signal }: JobContext, askForDelivery: AskForDelivery): Promise<{ reminded: number }> {
  const now = clock.now()
  const today = taipeiDate(now)
  // Without the parameter, as in an older installation, nobody is reminded automatically.
  const everyDays = Number((await readParameter(db, 'RECEIVABLE.REMIND_EVERY_DAYS', today)) ?? 0)
  if (everyDays === 0) return { reminded: 0 }
  const { rows } = await sql<{ id: number }>`
    select s.id from statement_left s
    where s.status = ${statementStatus.invoiced} and s.statement_kind = ${statementKind.monthly} and s.due_date < ${today}
      and s.to_receive > 0
      and not exists (
        select from statement_delivery d
        where d.statement_id = s.id and d.kind = ${deliveryKind.reminder}
          and (d.requested_at at time zone 'Asia/Taipei')::date > ${today}::date - ${everyDays}::int
      )
    order by s.id`.execute(db)
  for (const { id } of rows) {
    signal.throwIfAborted()
    await transact(db, (trx) =>
      requestDelivery({ trx, actor: systemActor, now }, { statementId: id, kind: deliveryKind.reminder }, askForDelivery),
    )
  }
  return { reminded: rows.length }
}
