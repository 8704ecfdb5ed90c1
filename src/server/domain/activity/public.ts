// What others may use of the campaigns: nobody outside imports another file of this area.

export { ActivityEngine } from './engine.ts'
