export interface TryCountTable {
  limitKey: string
  tries: number
  endsAt: Date
}

declare module './database/tables.ts' {
  interface Tables {
    tryCount: TryCountTable
  }
}
