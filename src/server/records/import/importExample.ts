import { taipeiDate } from '../../../rules/dates.ts'
import type { RecordFile } from '../engine.ts'
import { type Cell, cellOf } from '../export/cells.ts'
import { xlsxType } from '../export/exportRecords.ts'
import { writeXlsx } from '../export/xlsx.ts'
import type { PreparedCall } from '../services.ts'
import { type ImportColumn, importColumns } from './importColumns.ts'

/** A file with the headings that an import reads, and one row that shows how values are written. */
export async function importExample(prepared: PreparedCall): Promise<RecordFile> {
  const { call, model } = prepared
  const columns = await importColumns(prepared)
  const today = taipeiDate(call.now)
  return exampleFile(call.screen?.title ?? model.entity.title, [
    columns.map((column) => column.field.title),
    columns.map((column) => exampleOf(column, today)),
  ])
}

/** @param rows the headings and what stands below them */
export function exampleFile(title: string, rows: readonly (readonly Cell[])[]): RecordFile {
  const name = `${title}匯入範例`
  return { fileName: `${name}.xlsx`, contentType: xlsxType, body: writeXlsx(name, inTurn(rows)) }
}

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

const byFormat: Readonly<Record<string, string>> = {
  taxNumber: '04595257',
  phone: '02-27718888',
  mobile: '0912345678',
  email: 'name@example.com',
  zipCode: '106',
  invoiceNumber: 'AB12345678',
  accountName: 'account01',
  hour: '09:00',
  https: 'https://www.example.com',
}

function exampleOf({ field, firstLabel }: ImportColumn, today: string): Cell {
  const { property, kind } = field
  if (firstLabel !== undefined) return firstLabel
  if (property.default !== undefined) return cellOf(property.default, 'text')
  if (kind === 'date') return today
  if (kind === 'boolean') return '是'
  if (kind === 'integer' || kind === 'number') return property.minimum ?? 1
  return byFormat[property.format ?? ''] ?? null
}
