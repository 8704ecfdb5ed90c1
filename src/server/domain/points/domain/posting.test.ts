import { describe, expect, it } from 'vitest'
import { checkBusinessTime } from './posting.ts'

describe('business time', () => {
  it('lies at most 35 days back and 5 minutes ahead', () => {
    const now = new Date('2025-02-10T04:00:00Z')
    const check = (at: string) => () => checkBusinessTime(new Date(at), now, 35)
    expect(check('2025-01-05T16:00:00Z')).not.toThrow()
    expect(check('2025-01-05T15:59:59Z')).toThrow('交易時間超出允許範圍')
    expect(check('2025-02-10T04:05:00Z')).not.toThrow()
    expect(check('2025-02-10T04:05:01Z')).toThrow('交易時間超出允許範圍')
  })
})
