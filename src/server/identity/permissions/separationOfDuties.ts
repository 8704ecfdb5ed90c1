import { parsePermission } from './permissionName.ts'

/** A warning shown when the role is saved; the role is saved anyway (domain 4.3). */
const dutyWarningText = '此角色同時具備申請與審核權限，仍不可審核自己的申請。'

/** Where applications and decisions are on different screens: the deciding screen for each applying one. */
const deciders: Readonly<Record<string, string>> = {
  'points.adjustmentslist': 'points.adjustments',
  'activity.activity': 'activity.activityadjustments',
  'coupon.coupon_batch': 'coupon.coupon_batch_audit',
}
const applying = new Set(['submit', 'writeoff'])

/** The warning when a role may both apply for something and decide on it; otherwise null. */
export function findDutyWarning(permissions: readonly string[]): string | null {
  const held = new Set(permissions)
  const holdsBothSides = permissions.some((permission) => {
    const parts = parsePermission(permission)
    if (!parts || !applying.has(parts.action)) return false
    return held.has(`${deciders[parts.resource] ?? parts.resource}.approve`)
  })
  return holdsBothSides ? dutyWarningText : null
}
