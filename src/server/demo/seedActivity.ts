import { logCategory, logLevel } from '../../rules/codes.generated.ts'
import { json } from '../platform/database/json.ts'
import { type DemoWorld, daysBefore } from './world.ts'

const signIns = ['admin', 'ops01', 'ops02', 'fin01', 'fm01', 'fm02', 'cs01', 'mkt01', 'aud01', 'mer01'] as const

/** Seeds sign-ins and nightly jobs of the last six days, so that 系統活動紀錄 has rows to show and to filter. */
export async function seedActivity(world: DemoWorld): Promise<void> {
  const rows = [6, 5, 4, 3, 2, 1].flatMap((days) => [...signInRows(world, days), jobRow(world, days)])
  await world.trx.insertInto('activityLog').values(rows).execute()
  await seedFailedJob(world)
}

/** A nightly job that failed, so that 重新執行 can be tried. Run again, it succeeds. */
async function seedFailedJob(world: DemoWorld): Promise<void> {
  const startedAt = new Date(daysBefore(world, 2, 2).getTime() + 30 * 60_000)
  const finishedAt = new Date(startedAt.getTime() + 5200)
  const error = 'Error: Connection terminated unexpectedly'
  const name = 'points.verify'
  const times = { runAt: startedAt, createdAt: startedAt, startedAt, finishedAt, leaseUntil: null, leaseHolder: null }
  const job = {
    name,
    payload: json({}),
    status: 'failed',
    attempts: 1,
    progress: null,
    result: null,
    error,
    requestedBy: null,
    ...times,
  } as const
  const { id: jobId } = await world.trx.insertInto('job').values(job).returning('id').executeTakeFirstOrThrow()
  const detail = JSON.stringify({ jobId, name, attempts: 1, startedAt, finishedAt, error })
  const message = '點數帳本檢核 執行失敗'
  const row = {
    ...emptyRow,
    occurredAt: finishedAt,
    logCategory: logCategory.job,
    logLevel: logLevel.error,
    userName: null,
    durationMs: 5200,
    message,
    detail,
    jobId,
  }
  await world.trx.insertInto('activityLog').values(row).execute()
}

const emptyRow = {
  platformNo: null,
  method: null,
  path: null,
  statusCode: null,
  durationMs: null,
  ipAddress: null,
  userAgent: null,
  requestId: null,
  detail: null,
}

function signInRows(world: DemoWorld, days: number) {
  const { random } = world
  return signIns
    .filter(() => random.next() < 0.6)
    .map((userName) => {
      const isWrong = random.next() < 0.1
      return {
        ...emptyRow,
        occurredAt: new Date(daysBefore(world, days, 9).getTime() + random.integer(0, 5400) * 1000),
        logCategory: logCategory.signIn,
        logLevel: isWrong ? logLevel.warning : logLevel.info,
        userName,
        method: 'POST',
        path: '/connect/token',
        statusCode: isWrong ? 400 : 200,
        durationMs: random.integer(40, 180),
        ipAddress: `192.0.2.${random.integer(10, 60)}`,
        userAgent: 'Mozilla/5.0 (示範資料)',
        message: isWrong ? '登入失敗' : '登入成功',
      }
    })
}

function jobRow(world: DemoWorld, days: number) {
  return {
    ...emptyRow,
    occurredAt: daysBefore(world, days, 0),
    logCategory: logCategory.job,
    logLevel: logLevel.info,
    userName: null,
    durationMs: world.random.integer(20, 90),
    message: '合約到期終止 執行完成',
    detail: JSON.stringify({ name: 'company.endContracts', result: { ended: 0 } }),
  }
}
