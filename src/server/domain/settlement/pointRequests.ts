import type { FastifyInstance } from 'fastify'
import { orderSource, serialBatchStatus } from '../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import { type PointRequest, pointRequestProblems } from '../../../rules/pointRequest.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../platform/errors.ts'
import { runOnce } from '../../records/calls/idempotency.ts'
import { getActingMember, type OwnMember } from '../corporate/public.ts'
import { requestReceivedMail } from './mails.ts'
import { requestLimits, requestTexts } from './settlementRules.ts'

const entity = 'corporateSettlement' as const

const dayMs = 24 * 60 * 60 * 1000
/** Days that asked-for points live unless staff write another date into the draft. */
const validDays = 365

interface SentRequest {
  readonly request: PointRequest
  /** Makes it one order, however often it is sent. */
  readonly key: string
}

/**
 * Writes what a member asks for as a draft without a price, which staff go on with.
 *
 * @throws 400 with texts per field; 409 while it is suspended, terms are open, or too many of its requests wait
 */
export async function requestPoints(app: FastifyInstance, actor: Actor, { request, key }: SentRequest): Promise<{ settlementNo: string }> {
  const problems = pointRequestProblems(request)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  const now = app.clock.now()
  const member = await getActingMember(app.db, actor, now)
  const repeatable = { userId: actor.id, operation: 'portal point_requests', key, body: request, now }
  return runOnce(app.db, repeatable, async (trx, afterCommit) => {
    await assertRequestsLeft(trx, member, now)
    const { settlementNo } = await app.records.create(
      { actor, screen: null, entity, now, db: trx, afterCommit },
      draftOf(member, request, now),
    )
    await app.mail.enqueue(trx, mailOf(app, member, request, settlementNo))
    return { settlementNo }
  })
}

/** No price: an order without one is neither submitted nor approved. */
function draftOf({ corporateNo }: OwnMember, { purpose, ...wanted }: PointRequest, now: Date) {
  const today = taipeiDate(now)
  const dates = { validFrom: today, validTo: addDays(today, validDays) }
  return { corporateNo, ...wanted, ...dates, unitPrice: 0, discountRate: 0, purpose: purpose.trim() || null }
}

/** The member's row is locked first: requests that come together are counted one after another. */
async function assertRequestsLeft(trx: Trx, { corporateNo }: OwnMember, now: Date): Promise<void> {
  await trx.selectFrom('corporateMember').select('id').where('corporateNo', '=', corporateNo).forNoKeyUpdate().execute()
  const own = trx.selectFrom('corporateSettlement').where('corporateNo', '=', corporateNo).where('orderSource', '=', orderSource.member)
  const open = await own
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('status', 'in', [serialBatchStatus.draft, serialBatchStatus.waiting, serialBatchStatus.rejected])
    .executeTakeFirstOrThrow()
  if (Number(open.count) >= requestLimits.open) throw textError(409, requestTexts.tooManyOpen, 'LIMIT')
  const today = await own
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('createdAt', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow()
  if (Number(today.count) >= requestLimits.perDay) throw textError(409, requestTexts.tooManyToday, 'LIMIT')
}

function mailOf({ config }: FastifyInstance, member: OwnMember, { pointsPerSerial, quantity }: PointRequest, settlementNo: string) {
  const { contactEmail: email, companyName, contactName } = member
  const totalPoints = pointsPerSerial * quantity
  return requestReceivedMail({ email, companyName, contactName, settlementNo, totalPoints, publicUrl: config.publicUrl })
}

/**
 * Takes a request back that nobody has worked on. Once more after it was taken back, it changes nothing.
 *
 * @throws M08 for those of others, 409 once staff have touched it
 */
export async function withdrawRequest(app: FastifyInstance, actor: Actor, settlementNo: string): Promise<void> {
  const now = app.clock.now()
  const { corporateNo } = await getActingMember(app.db, actor, now)
  const request = await app.db
    .selectFrom('corporateSettlement')
    .select(['id', 'status', 'rowVersion', 'voidReason'])
    .where('settlementNo', '=', settlementNo)
    .where('corporateNo', '=', corporateNo)
    .where('orderSource', '=', orderSource.member)
    .executeTakeFirst()
  if (!request) throw apiError('M08')
  if (request.status === serialBatchStatus.void && request.voidReason === requestTexts.withdrawn) return
  if (!isUntouched(request)) throw textError(409, requestTexts.taken, 'TAKEN')
  // Any change between the two statements raises the version, and the step is refused.
  const call = { actor, screen: null, entity, now, db: app.db }
  await app.records.transition(call, request.id, 'void', { rowVersion: request.rowVersion, voidReason: requestTexts.withdrawn })
}

/** As it was sent: every step and every change of staff counts its version up. */
export function isUntouched({ status, rowVersion }: { readonly status: string; readonly rowVersion: number }): boolean {
  return status === serialBatchStatus.draft && rowVersion === 1
}
