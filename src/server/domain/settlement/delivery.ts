import { sql } from 'kysely'
import { cardStatus, deliveryMethod, serialStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, RecordOf } from '../../records/hooks.ts'
import { holdActive } from '../corporate/public.ts'
import { openSerialFile } from '../serial/public.ts'
import { type Order, orderOf } from './generation.ts'
import { cardsSentMail, depositedMail, filePasswordMail, fileReadyMail, type OrderMail } from './mails.ts'
import type { SettlementServices } from './services.ts'
import { settlementTexts } from './settlementRules.ts'

/** How often and how long a corporate member may fetch its file (domain 4.12). */
const fileRight = { downloadsMax: 3, validDays: 7 } as const

/** Delivers an order: serials become usable and their file can be downloaded; about points in an account and cards only a mail is sent. */
export async function deliver(
  services: SettlementServices,
  { trx, now }: HookContext,
  settlement: RecordOf<'corporateSettlement'>,
): Promise<ChangesOf<'corporateSettlement'>> {
  const order = orderOf(settlement)
  if (order.validTo < taipeiDate(now)) throw textError(409, settlementTexts.overdue)
  const mail = await mailOf(services, trx, order)
  if (order.deliveryMethod === deliveryMethod.file) await deliverFile(services, trx, { order, mail, now })
  else if (order.deliveryMethod === deliveryMethod.account) await services.enqueueMail(trx, depositedMail(mail))
  else {
    await assertAllShipped(trx, order.settlementNo)
    await services.enqueueMail(trx, cardsSentMail(mail))
  }
  return { deliveredAt: now.toISOString() }
}

/**
 * Makes the serials usable and their file downloadable. Wrong pins that were tried before the delivery are reset: a serial that was not
 * usable could not be frozen, so staff could not unfreeze it.
 */
async function deliverFile(
  { keys, enqueueMail }: SettlementServices,
  trx: Trx,
  { order, mail, now }: { readonly order: Order; readonly mail: OrderMail; readonly now: Date },
): Promise<void> {
  // The file is fetched in the portal, which is closed to a member that was suspended or has ended: its serials would become usable for
  // whoever guesses them, and for nobody else.
  if (!(await holdActive(trx, order.corporateNo))) throw textError(409, settlementTexts.portalClosed)
  await sql`
    update point_serial set status = ${serialStatus.usable}, wrong_pins = 0, row_version = row_version + 1, updated_at = ${now}
    where settlement_no = ${order.settlementNo} and status = ${serialStatus.inactive}`.execute(trx)
  const password = await openSerialFile(trx, keys, { holderNo: order.settlementNo, ...fileRight }, now)
  await enqueueMail(trx, fileReadyMail(mail, fileRight))
  await enqueueMail(trx, filePasswordMail(mail, password))
}

async function assertAllShipped(trx: Trx, settlementNo: string): Promise<void> {
  const { count } = await trx
    .selectFrom('couponCard')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('settlementNo', '=', settlementNo)
    .where('status', '=', cardStatus.stock)
    .executeTakeFirstOrThrow()
  if (Number(count) > 0) throw textError(409, settlementTexts.cardsNotShipped.replace('{count}', String(count)))
}

async function mailOf({ publicUrl }: SettlementServices, trx: Trx, order: Order): Promise<OrderMail> {
  const {
    companyName,
    contactName,
    contactEmail: email,
  } = await trx
    .selectFrom('corporateMember')
    .select(['companyName', 'contactName', 'contactEmail'])
    .where('corporateNo', '=', order.corporateNo)
    .executeTakeFirstOrThrow()
  const { settlementNo, totalPoints, validTo } = order
  return { email, companyName, contactName, settlementNo, totalPoints, validTo, publicUrl }
}
