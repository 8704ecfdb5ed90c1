// The public face of business parameters: other areas import no other file of this area.

export { keepingParameters, readNumber, readParameter } from './parameters.ts'
export { seedCodeTable } from './seedCodeTable.ts'
