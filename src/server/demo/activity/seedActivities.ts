import { sql } from 'kysely'
import { memberStatus } from '../../../rules/codes.generated.ts'
import type { StoredRecord } from '../../records/hooks.ts'
import { type DemoWorld, daysBefore, recordsOf } from '../world.ts'
import { type DemoActivity, demoActivities } from './demoActivities.ts'

/** Seeds the campaigns with their requests and history, as the people of the demo data would have made them. */
export async function seedActivities(world: DemoWorld): Promise<void> {
  for (const activity of demoActivities) await seedActivity(world, activity)
  await changeSome(world)
}

async function seedActivity(world: DemoWorld, activity: DemoActivity): Promise<void> {
  const { draftedDaysAgo, startedDaysAgo, endedDaysAgo, course } = activity
  const maker = recordsOf(world, 'activity', 'mkt01', daysBefore(world, draftedDaysAgo, 10))
  const draft = await maker.create({
    ...activity.values,
    startAt: daysBefore(world, startedDaysAgo, 0).toISOString(),
    endAt: daysBefore(world, endedDaysAgo, 0).toISOString(),
  })
  if (activity.listed !== undefined) await listMembers(world, draft.id, activity.listed)
  if (course === 'draft') return
  const { pendingAdjustmentNo } = await maker.transition(draft, 'submit')
  await decide(world, activity, String(pendingAdjustmentNo))
  if (course === 'terminated') await terminate(world, draft.id)
  if (activity.usedBefore !== undefined) {
    await world.trx.updateTable('activity').set({ usedPoints: activity.usedBefore }).where('id', '=', draft.id).execute()
  }
}

async function listMembers(world: DemoWorld, activityId: number, count: number): Promise<void> {
  await sql`
    insert into activity_member (activity_id, member_no)
    select ${activityId}, member_no from member where status = ${sql.lit(memberStatus.normal)} order by member_no limit ${count}`.execute(
    world.trx,
  )
}

async function decide(world: DemoWorld, { course, draftedDaysAgo }: DemoActivity, adjustmentNo: string): Promise<void> {
  if (course === 'waiting') return
  const adjustment = await findRequest(world, adjustmentNo)
  const at = daysBefore(world, draftedDaysAgo - 1, 11)
  if (course === 'withdrawn') await recordsOf(world, 'activityAdjustment', 'mkt01', at).transition(adjustment, 'withdraw')
  else if (course === 'rejected') {
    const rejectReason = '預算與回饋率不符，請與特約商確認後再送審。'
    await recordsOf(world, 'activityAdjustment', 'ops02', at).transition(adjustment, 'reject', { rejectReason })
  } else await recordsOf(world, 'activityAdjustment', 'ops01', at).transition(adjustment, 'approve')
}

async function findRequest({ trx }: DemoWorld, adjustmentNo: string): Promise<StoredRecord> {
  return trx
    .selectFrom('activityAdjustment')
    .select(['id', 'rowVersion'])
    .where('adjustmentNo', '=', adjustmentNo)
    .executeTakeFirstOrThrow() as Promise<StoredRecord>
}

const terminatedDaysAgo = 7

async function terminate(world: DemoWorld, activityId: number): Promise<void> {
  const asked = recordsOf(world, 'activity', 'mkt01', daysBefore(world, terminatedDaysAgo, 9))
  const activity = await asked.read(activityId)
  const { pendingAdjustmentNo } = await asked.transition(activity, 'requestEnd', { reason: '贈點成本高於預期，提前結束。' })
  const request = await findRequest(world, String(pendingAdjustmentNo))
  await recordsOf(world, 'activityAdjustment', 'ops02', daysBefore(world, terminatedDaysAgo, 15)).transition(request, 'approve')
}

/** One approved change, and one that waits for its decision. */
async function changeSome(world: DemoWorld): Promise<void> {
  const approved = await requestChange(world, 'A26010006', 5, { budgetPoints: 80_000, changeReason: '預期註冊人數增加。' })
  await recordsOf(world, 'activityAdjustment', 'fm01', daysBefore(world, 4, 16)).transition(approved, 'approve')
  await requestChange(world, 'A26010001', 1, {
    ...{ activityName: '會員日三倍贈點（加碼）', budgetPoints: 8000, perTxnMax: 800 },
    changeReason: '會員日業績優於預期，追加預算。',
  })
}

async function requestChange(
  world: DemoWorld,
  activityCode: string,
  daysAgo: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<StoredRecord> {
  const maker = recordsOf(world, 'activity', 'mkt01', daysBefore(world, daysAgo, 14))
  const { id } = await world.trx.selectFrom('activity').select('id').where('activityCode', '=', activityCode).executeTakeFirstOrThrow()
  const { pendingAdjustmentNo } = await maker.update(await maker.read(id), changes)
  return findRequest(world, String(pendingAdjustmentNo))
}
