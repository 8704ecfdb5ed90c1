import type { RecordFile } from '../engine.ts'
import { type Cell, cellOf } from '../export/cells.ts'
import { xlsxType } from '../export/exportRecords.ts'
import { writeXlsx } from '../export/xlsx.ts'
import type { RecordValues } from '../hooks.ts'
import type { PreparedCall } from '../services.ts'
import { exampleValues } from './exampleValues.ts'
import { type ImportColumn, importColumns, optionsFor } from './importColumns.ts'

/** A file with the headings of an import and one example row, which this user's import would accept. */
export async function importExample(prepared: PreparedCall): Promise<RecordFile> {
  const { call, model } = prepared
  const columns = await importColumns(prepared)
  const values = await exampleValues(prepared, columns)
  const cells: Cell[] = []
  for (const column of columns) cells.push(await exampleCell(prepared, column, values))
  return exampleFile(call.screen?.title ?? model.entity.title, [columns.map((column) => column.field.title), cells])
}

/** Options are written as labels. */
async function exampleCell(prepared: PreparedCall, column: ImportColumn, values: RecordValues): Promise<Cell> {
  const value = values[column.field.name]
  const options = await optionsFor(prepared, column, values)
  return cellOf(value, 'text', options && new Map(options.map((option) => [option.key, option.value])))
}

/** @param rows the headings and the rows below */
export function exampleFile(title: string, rows: readonly (readonly Cell[])[]): RecordFile {
  const name = `${title}匯入範例`
  return { fileName: `${name}.xlsx`, contentType: xlsxType, body: writeXlsx(name, inTurn(rows)) }
}

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
