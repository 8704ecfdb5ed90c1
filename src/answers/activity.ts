import Type from 'typebox'
import { type AnswerOf, Whole } from './shapes.ts'
import { Fact, tableOf } from './shown.ts'

/** `POST /api/activity/activity/{id}/run` */
export const StartedRun = Type.Object({ runId: Whole })
export type StartedRun = AnswerOf<typeof StartedRun>

/** `POST /api/activity/activity/trial`: what a sale would earn, as the console shows it. */
export const SaleTrial = Type.Object({
  basePoints: Fact,
  extraPoints: Fact,
  activityPoints: Fact,
  totalPoints: Fact,
  activities: tableOf(
    Type.Object({
      activityCode: Type.String(),
      activityName: Type.String(),
      applies: Type.String(),
      points: Whole,
      expectedPoints: Whole,
      reason: Type.String(),
    }),
  ),
})
