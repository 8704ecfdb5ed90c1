import type { Executor } from '../../../platform/database/tables.ts'
import { type BodyOf, kindOf, type PartnerCallName } from '../catalog/catalog.ts'

/** Fields that name a request: its own number, or that of an earlier one. */
const numberFields = ['externalTxnNo', 'originalExternalTxnNo'] as const
type NumberField = (typeof numberFields)[number]

interface SentCall {
  readonly name: PartnerCallName
  readonly platformNo: string
  readonly body: unknown
  /** The body before its texts lost what nobody sees. */
  readonly sent: unknown
}

/**
 * A body whose numbers are those of stored requests. Before texts lost what nobody sees, numbers were stored as they were sent, and what is
 * stored is never changed: a partner that repeats or returns such a request sends its number in the same way, and means that one.
 */
export async function withFormerNumbers(db: Executor, call: SentCall): Promise<unknown> {
  const body = call.body as { readonly [Name in NumberField]?: string }
  const sent = call.sent as { readonly [Name in NumberField]?: string }
  const former: { [Name in NumberField]?: string } = {}
  for (const field of numberFields) {
    const number = sent[field]
    if (number !== undefined && number !== body[field] && (await isStored(db, call, field, number))) former[field] = number
  }
  return { ...body, ...former }
}

async function isStored(db: Executor, call: SentCall, field: NumberField, externalTxnNo: string): Promise<boolean> {
  const requests = db
    .selectFrom('partnerIdempotency')
    .select('kind')
    .where('platformNo', '=', call.platformNo)
    .where('externalTxnNo', '=', externalTxnNo)
  const kind = field === 'externalTxnNo' ? ownKind(call) : null
  return (await (kind === null ? requests : requests.where('kind', '=', kind)).executeTakeFirst()) !== undefined
}

/** The kind under which the number of a call counts, or of the request that it asks for. */
function ownKind({ name, body }: SentCall): string | null {
  return name === 'transactions/query' ? (body as BodyOf<'transactions/query'>).kind : kindOf(name, body)
}
