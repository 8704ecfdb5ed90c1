import type { Property } from './entity.ts'

/** Fields that every maintained entity has without declaring them (domain 4.0). */
export const commonProperties = {
  id: { type: 'integer', title: '識別碼', 'x-computed': true },
  createdBy: { type: 'string', title: '建立人員', 'x-computed': true },
  createdAt: { type: 'string', format: 'date-time', title: '建立時間', 'x-computed': true, 'x-format': 'dateTime' },
  updatedBy: { type: 'string', title: '異動人員', 'x-computed': true },
  updatedAt: { type: 'string', format: 'date-time', title: '異動時間', 'x-computed': true, 'x-format': 'dateTime' },
  rowVersion: { type: 'integer', title: '版本', 'x-computed': true },
} as const satisfies Record<string, Property>
