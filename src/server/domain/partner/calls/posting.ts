import { sql } from 'kysely'
import type { TxnKind } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import type { ActivityEngine } from '../../activity/public.ts'
import type { AnomalyInspector, InspectedPosting } from '../../anomaly/public.ts'
import type { ActivityPoints, PostingContext } from '../../points/public.ts'
import { ledger } from '../../points/public.ts'
import type { ParameterCache, PartnerParameters } from '../facts/parameters.ts'
import type { SalePort } from '../facts/salePort.ts'
import type { PartnerCall } from '../registry.ts'

/** Services that the handlers of posting calls need. */
export interface PostingServices {
  readonly anomaly: AnomalyInspector
  readonly parameters: ParameterCache
}

/** The same for calls that give points of campaigns, or take them back. */
export interface SaleServices extends PostingServices {
  readonly activities: ActivityEngine
}

/** What the body of every call that writes has. */
export interface WritingBody {
  readonly companyNo: string
  readonly externalTxnNo: string
  readonly businessAt: string
}

export interface Moment {
  readonly businessAt: Date
  /** Taipei. */
  readonly businessDate: string
  readonly parameters: PartnerParameters
}

/** Business time of a call, checked against the range that may still be posted. @throws LedgerRefusal E1016 */
export function momentOf(db: Executor, services: PostingServices, call: PartnerCall<WritingBody>): Promise<Moment> {
  return saleMoment(() => db, services, call)
}

/** Like `momentOf`, for callers without a transaction: `database` is called only when parameters have to be read. */
export async function saleMoment(
  database: () => Executor,
  { parameters }: PostingServices,
  call: PartnerCall<WritingBody>,
): Promise<Moment> {
  const values = await parameters.current(database, call.now)
  const businessAt = new Date(call.body.businessAt)
  ledger.checkBusinessTime(businessAt, call.now, values.backdateDaysMax)
  return { businessAt, businessDate: taipeiDate(businessAt), parameters: values }
}

export function contextOf(
  call: PartnerCall<WritingBody>,
  businessAt: Date,
  retailStoreNo: string | null,
): PostingContext & { readonly companyNo: string } {
  const { platformNo, now, requestHash, body } = call
  const { companyNo, externalTxnNo } = body
  return { now, businessAt, source: { platformNo, externalTxnNo, requestHash }, companyNo, retailStoreNo, createdBy: platformNo }
}

export interface InspectedCall {
  readonly kind: TxnKind
  readonly memberNo: string
  readonly points: number
  readonly amount: number | null
  readonly activityCode?: string | null
}

interface PostedNumbers {
  readonly transactionId: number
  readonly transactionNo: string
}

/** A posting as the anomaly rules see it. */
function inspectedPosting(posted: PostedNumbers, context: PostingContext, call: InspectedCall): InspectedPosting {
  const { transactionId, transactionNo } = posted
  const { businessAt, companyNo, retailStoreNo } = context
  return { transactionId, transactionNo, businessAt, companyNo, retailStoreNo, ...call }
}

/** Shows a posting to the anomaly rules, in its transaction. @throws LedgerRefusal E1401 */
export function inspect(
  { anomaly }: PostingServices,
  trx: Trx,
  { posted, context, call }: { readonly posted: PostedNumbers; readonly context: PostingContext; readonly call: InspectedCall },
): Promise<void> {
  return anomaly.inspect(trx, inspectedPosting(posted, context, call))
}

interface InspectSaleInput {
  readonly port: SalePort
  readonly posted: PostedNumbers
  readonly context: PostingContext
  readonly call: InspectedCall
}

/** The same for a sale or redeem. @throws LedgerRefusal E1401 */
export async function inspectSale({ anomaly }: PostingServices, { port, posted, context, call }: InspectSaleInput): Promise<void> {
  const event = await anomaly.judge(port, inspectedPosting(posted, context, call))
  if (event) await port.leaveEvent(event)
}

/** Points that a posting gave, by campaign; negative when it took points back. */
export async function givenByActivity(trx: Trx, transactionId: number): Promise<readonly ActivityPoints[]> {
  const { rows } = await sql<ActivityPoints>`
    select component_code as activity_code, -sum(points)::bigint as points from point_entry
    where transaction_id = ${transactionId} and component = 'ACTIVITY' group by 1`.execute(trx)
  return rows
}
