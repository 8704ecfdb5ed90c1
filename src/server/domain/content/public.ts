// The public face of the portal's texts: other areas import no other file of this area.

export { findPublished } from './contentQueries.ts'
export { seedContents } from './seedContents.ts'
