import type { FastifyInstance } from 'fastify'
import { corporateStatus, userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { corporateTexts } from './corporateRules.ts'
import { approvedMail } from './mails.ts'

/**
 * Mails the approval once more with a new link to the first password (重寄開通信).
 *
 * @throws M09 when it is no active member, 409 when its owner has chosen a password already
 */
export async function resendActivation(app: FastifyInstance, actor: Actor, id: number): Promise<void> {
  const now = app.clock.now()
  await transact(app.db, async (trx) => {
    const member = await trx
      .selectFrom('corporateMember')
      .select(['id', 'corporateNo', 'contactEmail', 'contactName', 'companyName', 'status'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!member) throw apiError('M08')
    if (member.status !== corporateStatus.active || member.corporateNo === null) throw apiError('M09')
    const invitation = await app.portalAccounts.inviteAgain(trx, member.corporateNo, now)
    if (!invitation) throw textError(409, corporateTexts.alreadyActivated)
    const { corporateNo, contactEmail: email, contactName, companyName } = member
    await app.mail.enqueue(
      trx,
      approvedMail({ email, contactName, companyName, corporateNo, ...invitation, publicUrl: app.config.publicUrl }),
    )
    const action = `重寄開通信 企業會員 ${corporateNo}`
    await writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'corporateMember', entityId: id })
  })
}
