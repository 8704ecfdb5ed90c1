import type { FastifyInstance } from 'fastify'
import type { JobContext } from '../../../platform/jobs/jobRunner.ts'
import { isSound, lineOf } from '../../points/public.ts'
import { verifyActivities } from './verifyActivities.ts'

/** @throws Error with one line for each failed check, so that the run counts as failed */
async function verify({ db }: JobContext): Promise<{ checks: number }> {
  const results = await verifyActivities(db)
  const broken = results.filter(({ violations }) => violations > 0)
  if (!isSound(results)) throw new Error(`行銷活動檢核不符：${broken.map(lineOf).join('；')}`)
  return { checks: results.length }
}

export function registerActivityVerification(app: FastifyInstance): void {
  app.jobs.register('activity.verify', { title: '行銷活動檢核', dailyAt: '02:50', run: verify })
}
