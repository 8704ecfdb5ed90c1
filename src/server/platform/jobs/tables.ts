import type { Generated } from 'kysely'

export type JobStatus = 'waiting' | 'running' | 'done' | 'failed'

export interface JobTable {
  id: Generated<number>
  name: string
  payload: unknown
  status: Generated<JobStatus>
  runAt: Date
  attempts: Generated<number>
  leaseUntil: Date | null
  leaseHolder: string | null
  progress: unknown
  result: unknown
  error: string | null
  requestedBy: string | null
  createdAt: Generated<Date>
  startedAt: Date | null
  finishedAt: Date | null
}

interface JobScheduleTable {
  name: string
  nextRunAt: Date
}

declare module '../database/tables.ts' {
  interface Tables {
    job: JobTable
    jobSchedule: JobScheduleTable
  }
}
