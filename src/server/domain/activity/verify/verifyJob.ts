import type { FastifyInstance } from 'fastify'
import { assertSound } from '../../points/public.ts'
import { verifyActivities } from './verifyActivities.ts'

export function registerActivityVerification(app: FastifyInstance): void {
  app.jobs.register('activity.verify', {
    title: '行銷活動檢核',
    dailyAt: '02:50',
    run: async ({ db }) => assertSound('行銷活動', await verifyActivities(db)),
  })
}
