// What others may use of business parameters: nobody outside imports another file of this area.

export { readNumber, readParameter } from './parameters.ts'
export { seedCodeTable } from './seedCodeTable.ts'
