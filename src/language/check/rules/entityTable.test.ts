import { expect, it } from 'vitest'
import { findings } from '../../testing/documents.ts'

it('refuses a view without a table', () => expect(findings({ entity: { view: 'shop_view' } })).toContain('view-without-table /view'))
it('accepts a view of a table', () => expect(findings({ entity: { table: 'shop', view: 'shop_view' } })).toEqual([]))
