import type { ReactNode } from 'react'
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPoints,
  formatPrice,
  formatText,
} from '../../../client/format.ts'
import type { DisplayFormat } from '../../../language/documents/vocabulary.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import { attachedFilesOf } from '../../../rules/attachedFiles.ts'
import { tiersSummary } from '../../../rules/tiersSummary.ts'
import { type ColumnLabels, labelOf, toneOf } from '../labels/columnLabels.ts'
import { htmlText } from './htmlText.ts'
import { LongTags, tagsMax } from './LongTags.tsx'

/** What a renderer may use. `labels` are those of the column's dictionary, empty without one. */
export interface CellContext {
  readonly column: ResolvedColumn
  readonly labels: ColumnLabels
}

/**
 * Draws an existing value. A renderer is a plain function and not a component, because a list has thousands of cells, and a component
 * instance costs more than the text of a cell.
 */
export type CellRenderer = (value: unknown, context: CellContext) => ReactNode

const renderers = {
  text: (value, context) => labelText(value, context),
  points: (value, context) => numberText(value, context, formatPoints),
  integer: (value, context) => numberText(value, context, formatPoints),
  money: (value, context) => numberText(value, context, formatMoney),
  price: (value, context) => numberText(value, context, (given) => formatPrice(given, context.column.decimals)),
  percent: (value, context) => numberText(value, context, (given) => formatPercent(given, context.column.decimals)),
  date: (value) => formatDate(String(value)),
  dateTime: (value) => formatDateTime(String(value)),
  month: (value) => formatMonth(String(value)),
  badge: (value, context) => asList(value).map((item) => badge(item, context)),
  boolean: (value, context) => booleanText(value, context),
  image: (value, { column }) => image(value, column.title),
  html: (value) => htmlText(String(value)),
  tags: (value, context) => tags(asList(value), context),
  json: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  multiline: (value) => String(value),
  tiers: (value) => tiersSummary(value),
  files: (value) =>
    attachedFilesOf(value)
      .map((file) => file.name)
      .join('、'),
} as const satisfies Record<DisplayFormat, CellRenderer>

/** Draws a value in the format of its column; an absent value (null, empty text, empty list) gives an empty cell. */
export function renderCell(value: unknown, context: CellContext): ReactNode {
  if (isAbsent(value)) return null
  return renderers[context.column.format](value, context)
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function labelText(value: unknown, { labels }: CellContext): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value)
  return asList(value)
    .map((item) => formatText(labelOf(labels, item)))
    .join('、')
}

function numberText(value: unknown, context: CellContext, format: (value: number) => string): string {
  // A value of a dictionary or a masked number is a text and shown unchanged.
  return typeof value === 'number' ? format(value) : labelText(value, context)
}

function booleanText(value: unknown, context: CellContext): string {
  return context.labels.has(String(value)) ? labelOf(context.labels, value) : labelText(value, context)
}

function badge(value: unknown, { column, labels }: CellContext): ReactNode {
  const key = String(value)
  return (
    <span key={key} className={`badge text-bg-${toneOf(labels, column.tags, value)}`}>
      {typeof value === 'boolean' && !labels.has(key) ? (value ? '是' : '否') : labelOf(labels, value)}
    </span>
  )
}

function tags(values: readonly unknown[], context: CellContext): ReactNode {
  const drawn = values.map((value) => tag(value, context))
  return drawn.length > tagsMax ? <LongTags tags={drawn} /> : drawn
}

function tag(value: unknown, { labels }: CellContext): ReactNode {
  const key = String(value)
  return (
    <span key={key} className="badge rounded-pill text-body bg-body-tertiary border me-1">
      {labelOf(labels, value)}
    </span>
  )
}

/** Draws only pictures that contain their data or are on our own origin, so that a list never calls another host. */
function image(value: unknown, title: string): ReactNode {
  const source = String(value)
  const isOurs = source.startsWith('data:image/') || (source.startsWith('/') && !source.startsWith('//'))
  return isOurs ? <img className="list-thumb" src={source} alt={title} loading="lazy" /> : source
}
