import { activityStatus } from './codes.generated.ts'

/** `status` of an approved campaign as stored: whether it runs, has ended or has no budget left follows from dates and counters. */
export const approvedActivity = activityStatus.notStarted
