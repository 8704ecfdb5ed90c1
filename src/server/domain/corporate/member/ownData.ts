import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import type { OwnData, TermsVersions } from '../../../../answers/corporate.ts'
import { openTermsCode } from '../../../../rules/refusalCodes.ts'
import type { Actor } from '../../../platform/actor.ts'
import { textError } from '../../../platform/errors.ts'
import { RowVersion } from '../../../platform/http/routes/bounds.ts'
import { runOnce } from '../../../records/calls/idempotency.ts'
import type { RecordCall } from '../../../records/engine.ts'
import { changeableFields, presentApplication } from '../applicationForm.ts'
import { currentTerms, type OwnMember } from './ownMember.ts'

const entity = 'corporateMember'

/** What a member may change (domain 4.18): contact, address and mailboxes at once, both names after staff agreed. */
const { companyName, responsiblePerson } = changeableFields
const { cityCode, districtCode, zipCode, address, phoneArea, phoneNumber, phoneExt } = changeableFields
const { contactName, contactDept, contactTitle, contactMobile, contactEmail, invoiceEmail } = changeableFields

export const OwnDataBody = Type.Object(
  {
    rowVersion: RowVersion,
    ...{ companyName, responsiblePerson },
    ...{ cityCode, districtCode, zipCode, address, phoneArea, phoneNumber, phoneExt },
    ...{ contactName, contactDept, contactTitle, contactMobile, contactEmail, invoiceEmail },
  },
  { additionalProperties: false },
)
export type OwnDataBody = Static<typeof OwnDataBody>

/** Waits for staff as 待審變更. */
const heldFields = ['companyName', 'responsiblePerson'] as const

export async function readOwnData(app: FastifyInstance, actor: Actor, member: OwnMember): Promise<Static<typeof OwnData>> {
  const call = { actor, screen: null, entity, now: app.clock.now(), db: app.db }
  const record = await app.records.get(call, member.id)
  return { ...presentApplication(record), rowVersion: record.rowVersion, hasPendingChange: record.hasPendingChange === true }
}

interface OwnChange {
  readonly actor: Actor
  readonly member: OwnMember
  readonly body: OwnDataBody
  /** The same key and body again are the same change; undefined for callers that never repeat. */
  readonly key: string | undefined
}

/** @throws M10 when somebody changed the data meanwhile, texts per field, 409 when a change of the names already waits */
export async function changeOwnData(app: FastifyInstance, { actor, member, body, key }: OwnChange): Promise<Static<typeof OwnData>> {
  const now = app.clock.now()
  const call = { actor, screen: null, entity, now, approvalFields: heldFields }
  if (key === undefined) await writeOwnData(app, { ...call, db: app.db }, member.id, body)
  else {
    await runOnce(app.db, { userId: actor.id, operation: 'portal own data', key, body, now }, async (trx, afterCommit) =>
      writeOwnData(app, { ...call, db: trx, afterCommit }, member.id, body),
    )
  }
  return readOwnData(app, actor, member)
}

async function writeOwnData(app: FastifyInstance, call: RecordCall, id: number, body: OwnDataBody): Promise<boolean> {
  const { rowVersion, ...changes } = body
  const before = await app.records.get(call, id)
  // An unchanged name must not be held: it would block the other fields while a change of it waits.
  const changed = Object.fromEntries(Object.entries(changes).filter(([name, value]) => (before[name] ?? null) !== (value || null)))
  const isChanged = Object.keys(changed).length > 0
  if (isChanged) await app.records.update(call, id, rowVersion, changed)
  return isChanged
}

/**
 * Notes the consent to the terms in force.
 *
 * @throws 409 when they changed since they were shown
 */
export async function agreeToTerms(app: FastifyInstance, actor: Actor, member: OwnMember, agreed: TermsVersions): Promise<void> {
  const now = app.clock.now()
  const terms = await currentTerms(app.db, now)
  if (terms.policyVersion !== agreed.policyVersion || terms.privacyVersion !== agreed.privacyVersion) {
    throw textError(409, '條款已更新，請重新整理頁面，閱讀後再同意。', openTermsCode)
  }
  const call = { actor, screen: null, entity, now, db: app.db }
  const { rowVersion } = await app.records.get(call, member.id)
  await app.records.update(call, member.id, rowVersion, { ...agreed, agreedAt: now.toISOString() })
}
