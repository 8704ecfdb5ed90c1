import type { UserType } from '../../../rules/codes.generated.ts'
import { userType } from '../../../rules/codes.generated.ts'
import { endedOption, type PlainOption } from '../../../rules/dictionaryOptions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'

interface RoleOptionsRequest {
  readonly db: Executor
  readonly actor: Actor
  /** Value of UserType; absent: roles of all types. */
  readonly strArg?: string
}

/**
 * Options of dictionary `Role`: roles by code (domain 5). Disabled roles are shown but cannot be chosen. A merchant user sees only roles
 * for merchants.
 */
export async function roleOptions({ db, actor, strArg }: RoleOptionsRequest): Promise<readonly PlainOption[]> {
  const wanted = actor.userType === userType.staff ? strArg : actor.userType
  let query = db.selectFrom('appRole').select(['roleCode as key', 'roleName as value', 'isEnabled'])
  if (wanted) query = query.where('userType', '=', wanted as UserType)
  const rows = await query.orderBy('isEnabled', 'desc').orderBy('roleCode').execute()
  return rows.map(({ isEnabled, ...option }) => (isEnabled ? option : endedOption(option, '已停用')))
}
