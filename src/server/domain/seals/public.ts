// What others may use of the seals: nobody outside imports another file of this area.

export { verifySeals } from './verifySeals.ts'
