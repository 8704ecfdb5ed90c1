// What others may use of the debts of members: nobody outside imports another file of this area.

export { debtLimitFor, debtLimitsFor } from './debtLimit.ts'
export { seedSystemLimit } from './seedSystemLimit.ts'
