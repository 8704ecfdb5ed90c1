import type { Static } from 'typebox'
import type { RevealedMember } from '../../../answers/members.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { maskCard } from '../../../rules/masks.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import { boundCard } from '../points/public.ts'

/**
 * Returns a member's unmasked data to a user who gives a reason. The access is logged in 使用者操作紀錄 in the same transaction, so that there is
 * no answer without a log row.
 *
 * @throws M08
 */
export async function revealMember(trx: Trx, id: number, actor: Actor, reason: string): Promise<Static<typeof RevealedMember>> {
  const member = await trx
    .selectFrom('member')
    .select(['memberNo', 'memberName', 'mobile', 'email', 'birthday'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!member) throw apiError('M08')
  const cards = await trx
    .selectFrom('memberCard')
    .select('cardNo')
    .where('memberNo', '=', member.memberNo)
    .where('status', '=', boundCard)
    .orderBy('boundAt')
    .execute()
  await writeUserAction(trx, {
    actor,
    userActionType: userActionType.reveal,
    action: `顯示會員 ${maskCard(member.memberNo)} 的完整個資：${reason}`,
    entity: 'member',
    entityId: id,
    after: { reason },
  })
  return {
    會員編號: member.memberNo,
    姓名: member.memberName,
    手機: member.mobile,
    電子信箱: member.email ?? '',
    生日: member.birthday ?? '',
    卡號: cards.map((card) => card.cardNo).join('、'),
  }
}
