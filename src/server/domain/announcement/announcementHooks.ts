import { announcementStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { NewRecordOf, RecordHooks } from '../../records/hooks.ts'
import { nextDatedNumber } from '../numbers.ts'

/** Rules of announcements: numbers, period, and no publishing after the period (domain 4.6). */
export const announcementHooks: RecordHooks<'announcement'> = {
  async beforeCreate({ trx, now }, input) {
    assertEndsAfterStart(input)
    const announcementNo = await nextDatedNumber(trx, 'N', taipeiDate(now), 4)
    return { ...input, companyNos: input.companyNos ?? [], announcementNo, status: announcementStatus.draft }
  },
  beforeUpdate(_context, before, changes) {
    assertEndsAfterStart({ ...before, ...changes })
    return changes.companyNos === null ? { ...changes, companyNos: [] } : changes
  },
  transitions: {
    publish({ now }, announcement) {
      if (Date.parse(announcement.endAt) < now.getTime()) throw textError(409, '公告迄日已過，無法發佈。')
      return undefined
    },
  },
}

function assertEndsAfterStart(announcement: Pick<NewRecordOf<'announcement'>, 'startAt' | 'endAt'>): void {
  if (Date.parse(announcement.endAt) <= Date.parse(announcement.startAt)) {
    throw fieldsError({ endAt: '公告迄須晚於公告起。' }, 'M14')
  }
}
