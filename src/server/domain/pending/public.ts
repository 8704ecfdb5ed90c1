// What others may use of the debts of members: nobody outside imports another file of this area.

export { negativeLimitFor, negativeLimitsFor } from './negativeLimit.ts'
export { seedSystemLimit } from './seedSystemLimit.ts'
