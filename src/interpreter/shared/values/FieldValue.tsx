import type { ReactNode } from 'react'
import { late } from '../../../client/load/late.tsx'
import { attachedFilesOf } from '../../../rules/attachedFiles.ts'
import { JsonText } from './JsonText.tsx'
import { type FieldValueProps, PlainValue } from './PlainValue.tsx'

// Loaded on demand, because few records have these values, and most input forms show none.
const RowsTable = late(async () => (await import('./RowsTable.tsx')).RowsTable)
const FileLinks = late(async () => (await import('./FileLinks.tsx')).FileLinks)
const HtmlContent = late(async () => (await import('./HtmlContent.tsx')).default)

/** A stored value in a view: the formats of lists, with room for pictures, rich text and rows. */
export function FieldValue({ field, value, strArg, row }: FieldValueProps): ReactNode {
  if (value === null || value === undefined || value === '') return null
  if (field.format === 'html') return <HtmlContent html={String(value)} />
  if (field.format === 'image') return <StoredImage source={String(value)} title={field.title} />
  if (field.format === 'files') return <FileLinks files={attachedFilesOf(value)} />
  if (Array.isArray(value) && (field.items !== undefined || field.format === 'tiers')) return <RowsTable field={field} rows={value} />
  if (field.format === 'json') return <JsonText value={value} />
  return <PlainValue field={field} value={value} strArg={strArg} row={row} />
}

/** Draws only pictures that contain their data or are on our own origin. */
function StoredImage({ source, title }: { readonly source: string; readonly title: string }) {
  const isOurs = source.startsWith('data:image/') || (source.startsWith('/') && !source.startsWith('//'))
  return isOurs ? <img className="record-form-image" src={source} alt={title} /> : source
}
