import { activityStatus } from './codes.generated.ts'

/** Stored `status` of an approved campaign. Whether it runs, has ended, or has used up its budget follows from dates and counters. */
export const approvedActivity = activityStatus.notStarted
