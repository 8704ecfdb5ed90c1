import { memberStatus, userActionType } from '../../../rules/codes.generated.ts'
import { maskCard } from '../../../rules/masks.ts'
import type { Actor } from '../../platform/actor.ts'
import { type OrderedUserAction, writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'

export interface StatusChange {
  readonly memberNo: string
  readonly to: 'frozen' | 'normal'
  /** Kept with the member; null when the freeze ends. */
  readonly reason: string | null
  readonly actor: Actor
  readonly now: Date
}

/**
 * Freezes a member's redeeming, or ends the freeze, with its row in 使用者操作紀錄.
 *
 * @returns false when the member is not in the other of the two states (closed, unknown, or there already): nothing was written
 */
export async function setMemberStatus(trx: Trx, change: StatusChange): Promise<boolean> {
  const action = await changeMemberStatus(trx, change)
  if (action) await writeUserAction(trx, action)
  return action !== null
}

/** The same for work that writes its rows of 使用者操作紀錄 together. @returns the row; null when nothing was written */
export async function changeMemberStatus(trx: Trx, change: StatusChange): Promise<OrderedUserAction | null> {
  const { memberNo, to, reason, actor, now } = change
  const from = to === 'frozen' ? memberStatus.normal : memberStatus.frozen
  const member = await trx
    .updateTable('member')
    .set((each) => ({
      status: memberStatus[to],
      statusReason: reason,
      updatedBy: actor.userName,
      updatedAt: now,
      rowVersion: each('rowVersion', '+', 1),
    }))
    .where('memberNo', '=', memberNo)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (!member) return null
  return {
    actor,
    userActionType: userActionType.other,
    action: `${to === 'frozen' ? '凍結會員兌點' : '解除凍結會員兌點'} ${maskCard(memberNo)}`,
    entity: 'member',
    entityId: member.id,
    before: { status: from },
    after: { status: memberStatus[to], statusReason: reason },
    at: now,
  }
}
