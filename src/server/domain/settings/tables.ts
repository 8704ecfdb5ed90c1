import type { Generated } from 'kysely'

interface CodeTableTable {
  id: Generated<number>
  category: string
  code: string
  name: string
  valueType: string
  value: string | null
  parentCode: string | null
  displayOrder: number
  effectiveFrom: string | null
  isPublic: Generated<boolean>
  isSystem: Generated<boolean>
  isEnabled: Generated<boolean>
  description: string | null
  rowVersion: Generated<number>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    codeTable: CodeTableTable
  }
}
