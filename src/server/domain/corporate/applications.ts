import type { FastifyInstance } from 'fastify'
import { openTermsCode } from '../../../rules/refusalCodes.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import { runOnce } from '../../records/calls/idempotency.ts'
import { findPublished } from '../content/public.ts'
import { applicantActor } from './applicant.ts'
import { findTicketOwner } from './applicationCodes.ts'
import type { RegisterBody, SupplementBody } from './applicationForm.ts'
import { choiceProblems, readFormOptions } from './formOptions.ts'
import { receivedMail } from './mails.ts'

const entity = 'corporateMember' as const
/** Visitors have no user id, so they share one. Their keys are random and do not collide. */
const visitorId = 0

/** A form sent from an address, with the key that makes it repeatable. */
interface SentForm<Body> {
  readonly body: Body
  readonly key: string
  readonly ipAddress: string
}

/**
 * Writes an application once per key and mails its number; the same key and form again get the first answer.
 *
 * @throws 400 and 409 with texts per field; 409 when the terms are no longer those that were agreed to
 */
export async function submitApplication(app: FastifyInstance, sent: SentForm<RegisterBody>): Promise<{ applyNo: string }> {
  const { agree: _agreed, captcha: _captcha, policyVersion, privacyVersion, ...fields } = sent.body
  await assertKnownChoices(app, fields)
  const now = app.clock.now()
  const operation = 'portal corporate_member_register'
  const repeatable = { userId: visitorId, operation, key: sent.key, body: { ...fields, policyVersion, privacyVersion }, now }
  return runOnce(app.db, repeatable, async (trx, afterCommit) => {
    await assertCurrentTerms(trx, now, { policyVersion, privacyVersion })
    const call = { actor: applicantActor(sent.ipAddress), screen: null, entity, now, db: trx, afterCommit }
    const member = await app.records.create(call, { ...fields, policyVersion, privacyVersion, agreedAt: now.toISOString() })
    const { applyNo, contactEmail: email, contactName, companyName } = member
    await app.mail.enqueue(trx, receivedMail({ email, contactName, companyName, applyNo, publicUrl: app.config.publicUrl }))
    return { applyNo }
  })
}

/** The engine checks dictionaries only for calls that come through a screen, so it is done here. */
async function assertKnownChoices(app: FastifyInstance, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const problems = choiceProblems(await readFormOptions(app, systemActor), fields)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
}

async function assertCurrentTerms(
  trx: Executor,
  now: Date,
  agreed: { readonly policyVersion: string; readonly privacyVersion: string },
): Promise<void> {
  const [policy] = await findPublished(trx, '2', now)
  const [privacy] = await findPublished(trx, '3', now)
  const isCurrent = policy?.version === agreed.policyVersion && privacy?.version === agreed.privacyVersion
  if (!isCurrent) throw textError(409, '條款已更新，請重新整理頁面，閱讀後再送出申請。', openTermsCode)
}

/**
 * Takes a supplement: the application waits for its review again (2 → 1).
 *
 * @throws 400 for a ticket that is over, M09 when no supplement is wanted, texts per field for what is wrong
 */
export async function supplementApplication(app: FastifyInstance, sent: SentForm<SupplementBody>): Promise<{ id: number }> {
  const { ticket, ...changes } = sent.body
  const now = app.clock.now()
  const id = await findTicketOwner(app.db, ticket, now)
  await assertKnownChoices(app, changes)
  return runOnce(
    app.db,
    { userId: visitorId, operation: `portal supplement ${id}`, key: sent.key, body: changes, now },
    async (trx, afterCommit) => {
      const call = { actor: applicantActor(sent.ipAddress), screen: null, entity, now, db: trx, afterCommit }
      const resubmitted = await app.records.transition(call, id, 'resubmit', {})
      await app.records.update(call, id, resubmitted.rowVersion, changes)
      return { id }
    },
  )
}
