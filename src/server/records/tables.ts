import type { Generated } from 'kysely'

export type ExportState = 'waiting' | 'running' | 'done' | 'failed'

interface ExportFileTable {
  id: Generated<number>
  userId: number
  permission: string
  /** Of the reader when the file was written; null until then, and for files of the version before. */
  rights: Generated<string | null>
  fileName: string
  state: Generated<ExportState>
  totalCount: number
  doneCount: Generated<number>
  createdAt: Date
  expiresAt: Date
}

interface ExportFileChunkTable {
  fileId: number
  position: number
  data: Buffer
}

interface ExportTurnTable {
  userId: number
  holder: string
  leaseUntil: Date
}

interface MaskedLookupTable {
  userName: string
  valueHash: Uint8Array
  askedAt: Date
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    exportFile: ExportFileTable
    exportFileChunk: ExportFileChunkTable
    exportTurn: ExportTurnTable
    maskedLookup: MaskedLookupTable
  }
}
