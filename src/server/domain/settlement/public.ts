// What others may use of orders of points: nobody outside imports another file of this area.

export { makeNextChunk, orderOf } from './generation.ts'
