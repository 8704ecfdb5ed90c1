// What others may use of physical cards: nobody outside imports another file of this area.

export { makeNextCards, nextCardBatchNo } from './makeCards.ts'
