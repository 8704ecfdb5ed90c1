import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { UserType } from '../tables.ts'

interface RoleOptionsRequest {
  readonly db: Executor
  readonly actor: Actor
  /** UserType; left out = roles of every kind. */
  readonly strArg?: string
}

/** Dictionary `Role`: enabled roles by code (domain 5). A merchant user sees roles for merchants only. */
export async function roleOptions({ db, actor, strArg }: RoleOptionsRequest): Promise<readonly { key: string; value: string }[]> {
  const userType = actor.userType === '1' ? strArg : actor.userType
  let query = db.selectFrom('appRole').select(['roleCode as key', 'roleName as value']).where('isEnabled', '=', true)
  if (userType) query = query.where('userType', '=', userType as UserType)
  return query.orderBy('roleCode').execute()
}
