import { describe, expect, it } from 'vitest'
import { cellOf } from './cells.ts'

describe('cellOf', () => {
  it('writes the day of a time in a column of days, as it is in Taipei', () => {
    expect(cellOf('2026-12-09T16:00:00.000Z', 'date')).toBe('2026-12-10')
    expect(cellOf('2026-12-09T15:59:59.999Z', 'date')).toBe('2026-12-09')
    expect(cellOf('2026-12-09', 'date')).toBe('2026-12-09')
    expect(cellOf('每月底', 'date')).toBe('每月底')
    expect(cellOf(null, 'date')).toBeNull()
  })
  it('writes rich text as it is read: a line for each paragraph and item, signs instead of their names', () => {
    const html =
      '<h2>一</h2><p>甲 &lt; 乙 &amp; 丙&nbsp;<b>丁</b></p><p>第二段<br>換行</p><ul><li>子</li><li>丑</li></ul><p></p><p>&amp;lt; &#39;x&#x27;</p>'
    expect(cellOf(html, 'html')).toBe("一\n甲 < 乙 & 丙 丁\n第二段\n換行\n子\n丑\n&lt; 'x'")
    expect(cellOf('<p><a href="https://example.com/?a>b" target="_blank">連結</a></p>', 'html')).toBe('連結')
    // Tags that do not end are text. A pattern that looked at each of them again would take minutes for these.
    for (const part of ['<a', '<a"', 'a']) expect(cellOf(`<${part.repeat(100_000)}`, 'html')).toHaveLength(part.length * 100_000 + 1)
    expect(cellOf('<p>&lt;b&gt; &unknown; &#0; &#x110000;</p>', 'html')).toBe('<b> &unknown; &#0; &#x110000;')
  })
})
