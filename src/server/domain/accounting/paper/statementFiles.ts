import type { FastifyInstance } from 'fastify'
import { systemActor } from '../../../platform/actor.ts'
import { xlsxType } from '../../../records/export/exportRecords.ts'
import { writeRecordSheet } from '../../../records/export/pdf/recordSheet.ts'
import { paperTitles } from './paperTexts.ts'
import { readPaperEntries, type StatementPaper } from './readPaper.ts'
import { statementSheet } from './statementSheet.ts'
import { statementWorkbook } from './statementWorkbook.ts'

export const paperKinds = { pdf: 'application/pdf', xlsx: xlsxType } as const
export type PaperKind = keyof typeof paperKinds

/** A statement as a file: a PDF to read, or a workbook to compute with. */
export interface StatementFile {
  readonly fileName: string
  readonly contentType: string
  readonly content: Buffer
}

/** @param owner id of the user who waits; each user has a limit of concurrent files @throws ApiError 429 when too many files are waiting */
export async function makeFile(app: FastifyInstance, paper: StatementPaper, kind: PaperKind, owner: number): Promise<StatementFile> {
  const { statementKind, statementNo } = paper.head
  const pieces =
    kind === 'pdf' ? await writeRecordSheet(owner, statementSheet(paper)) : statementWorkbook(paper, ...(await detailsOf(app, paper)))
  const chunks: Uint8Array[] = []
  for await (const piece of pieces) chunks.push(piece)
  return { fileName: `${paperTitles[statementKind]}_${statementNo}.${kind}`, contentType: paperKinds[kind], content: Buffer.concat(chunks) }
}

async function detailsOf(app: FastifyInstance, { head }: StatementPaper) {
  const kinds = (await app.dictionaries.find('TxnKind', { db: app.db, actor: systemActor })) ?? []
  const titles = new Map(kinds.map(({ key, value }) => [key, value]))
  return [await readPaperEntries(app.db, head.statementNo), titles] as const
}
