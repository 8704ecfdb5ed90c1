import { taipeiDate } from '../../../rules/dates.ts'
import { refuseFields, refuseWith } from '../../platform/errors.ts'
import type { RecordHooks, RecordValues } from '../../records/hooks.ts'
import { nextDatedNumber } from '../numbers.ts'

/** Announcements: numbers, period, and no publishing when the period is over (domain 4.6). */
export const announcementHooks: RecordHooks = {
  async beforeCreate({ trx, now }, input) {
    refuseRange(input)
    const announcementNo = await nextDatedNumber(trx, 'N', taipeiDate(now), 4)
    return { ...input, companyNos: input.companyNos ?? [], announcementNo, status: '1' }
  },
  beforeUpdate(_context, before, changes) {
    refuseRange({ ...before, ...changes })
    return changes.companyNos === null ? { ...changes, companyNos: [] } : changes
  },
  transitions: {
    publish({ now }, announcement) {
      if (Date.parse(String(announcement.endAt)) < now.getTime()) throw refuseWith(409, '公告迄日已過，無法發佈。')
      return undefined
    },
  },
}

function refuseRange(announcement: RecordValues): void {
  if (Date.parse(String(announcement.endAt)) <= Date.parse(String(announcement.startAt))) {
    throw refuseFields({ endAt: '公告迄須晚於公告起。' }, 'M14')
  }
}
