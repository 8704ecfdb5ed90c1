import Type from 'typebox'
import { type AnswerOf, Whole } from './shapes.ts'

/** `POST /api/activity/activity/{id}/run` */
export const StartedRun = Type.Object({ runId: Whole })
export type StartedRun = AnswerOf<typeof StartedRun>
