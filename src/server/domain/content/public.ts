// What others may use of the texts of the portal: nobody outside imports another file of this area.

export { findPublished } from './contentQueries.ts'
export { seedContents } from './seedContents.ts'
