import { parsePermission } from './permissionName.ts'

/** Told when the role is saved; it refuses nothing (domain 4.3). */
const dutyWarningText = '此角色同時具備申請與審核權限，仍不可審核自己的申請。'

/** Screens that hand in and screens that decide, where these are not the same screen. */
const deciders: Readonly<Record<string, string>> = {
  'points.adjustmentslist': 'points.adjustments',
  'activity.activity': 'activity.activityadjustments',
  'coupon.coupon_batch': 'coupon.coupon_batch_audit',
}
const applying = new Set(['submit', 'writeoff'])

/** The warning when a role may both apply for something and decide on it, else null. */
export function findDutyWarning(permissions: readonly string[]): string | null {
  const held = new Set(permissions)
  const holdsBothSides = permissions.some((permission) => {
    const parts = parsePermission(permission)
    if (!parts || !applying.has(parts.action)) return false
    return held.has(`${deciders[parts.resource] ?? parts.resource}.approve`)
  })
  return holdsBothSides ? dutyWarningText : null
}
