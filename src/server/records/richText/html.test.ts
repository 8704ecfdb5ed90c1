import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import payloads from '../testing/xssPayloads.json'
import { cleanHtml, cleanStoredHtml, HtmlLimitError, htmlDepthMax, htmlLengthMax } from './html.ts'

const allowed = new Set([
  ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'code', 'pre', 'hr'],
])

/** Everything in the markup that is not allowed, as a browser with or without scripts reads it. */
function strangers(html: string): readonly string[] {
  const found: string[] = []
  const look = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (defaultTreeAdapter.isTextNode(node)) return
    if (!defaultTreeAdapter.isElementNode(node)) return void found.push(node.nodeName)
    if (!allowed.has(node.tagName)) found.push(node.tagName)
    for (const { name, value } of node.attrs) {
      const isFine =
        node.tagName === 'a' && ((name === 'href' && /^(https:\/\/|mailto:)/i.test(value)) || name === 'target' || name === 'rel')
      if (!isFine) found.push(`${node.tagName} ${name}=${value}`)
    }
    node.childNodes.forEach(look)
  }
  for (const scriptingEnabled of [true, false]) parseFragment(html, { scriptingEnabled }).childNodes.forEach(look)
  return found
}

describe('cleanHtml', () => {
  it('keeps what the editor makes, to the letter', () => {
    const text =
      '<h2>標題</h2><p>甲<br><strong>乙</strong> <em>丙</em> &amp; &lt;丁&gt; &quot;戊&quot;</p><ul><li><p>己</p></li></ul>' +
      '<pre><code>a\n  b</code></pre><blockquote><p>庚</p></blockquote><hr>' +
      '<p><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">辛</a></p>'
    expect(cleanHtml(text)).toBe(text)
  })

  it('keeps the words of elements that it does not know, and nothing of programs', () => {
    expect(cleanHtml('<div>甲<span style="color:red">乙</span></div><script>丙</script><xmp>丁</xmp>')).toBe('甲乙')
    expect(cleanHtml('<table><tr><td>甲</td></tr></table>')).toBe('甲')
  })

  it('lets links lead to https and mail only', () => {
    const link = (address: string) => cleanHtml(`<a href="${address}">x</a>`)
    expect(link('mailto:a@example.com')).toContain('href="mailto:a@example.com"')
    for (const address of ['http://example.com', '/a', 'https:a', 'javascript:x', 'https://a b', ' java\nscript:x']) {
      expect(link(address)).toBe('<a target="_blank" rel="noopener noreferrer">x</a>')
    }
  })

  it('keeps no sign that nobody sees or that turns the direction of text, and no text of such signs alone', () => {
    expect(cleanHtml('<p>甲\u200b乙\u202e丙&#8238;丁\u2066</p>')).toBe('<p>甲乙丙丁</p>')
    expect(cleanHtml('<p>👨\u200d👩 葛\u{E0100}</p>')).toBe('<p>👨\u200d👩 葛\u{E0100}</p>')
    expect(cleanHtml('<pre>一\n二</pre>')).toBe('<pre>一\n二</pre>')
    for (const nothing of ['<p>\u200b</p>', '<p>&#8203;\u2060</p>', '\ufeff', '<p>\u034f\u200d\u034f\u200d</p>'])
      expect(cleanHtml(nothing)).toBe('')
  })

  it('cleanHtml is empty when nothing is left to read', () => {
    for (const text of ['', ' ', '<p></p>', '<p>&nbsp;</p>', '<hr>', '<script>x</script>', '<!-- x -->']) expect(cleanHtml(text)).toBe('')
  })

  it.each([...new Set(payloads.map(({ kind }) => kind))])('leaves nothing of any known attack by %s', (kind) => {
    for (const { html } of payloads.filter((one) => one.kind === kind)) {
      const clean = cleanHtml(html)
      expect([html, strangers(clean)]).toEqual([html, []])
      expect(cleanHtml(clean)).toBe(clean)
    }
  })

  it('cleanHtml comes to rest for every pair of payloads', () => {
    for (const [index, { html }] of payloads.entries()) {
      const clean = cleanHtml(html + (payloads[(index * 7 + 3) % payloads.length]?.html ?? ''))
      expect(strangers(clean)).toEqual([])
      expect(cleanHtml(clean)).toBe(clean)
    }
  })

  it('refuses what is too long, nested too deep, or a bomb', () => {
    expect(() => cleanHtml('a'.repeat(htmlLengthMax + 1))).toThrow('請縮短內容')
    expect(() => cleanHtml('<b>'.repeat(htmlDepthMax + 1))).toThrow('請清除格式後再試')
    const fonts = Array.from({ length: 90 }, (_, index) => `<font a${index}>`).join('')
    expect(() => cleanHtml(fonts + '<p>'.repeat(30_000))).toThrow(HtmlLimitError)
    // After cleaning, it would be longer than the limit for input.
    expect(() => cleanHtml('<'.repeat(htmlLengthMax))).toThrow('請縮短內容')
  })
})

describe('cleanStoredHtml', () => {
  it('shows as text what is beyond the limits, once', () => {
    const bomb = '<b>'.repeat(htmlDepthMax + 1)
    const shown = cleanStoredHtml(bomb)
    expect(shown).toBe('&lt;b&gt;'.repeat(htmlDepthMax + 1))
    expect(cleanStoredHtml(shown)).toBe(shown)
    const long = cleanStoredHtml('<'.repeat(htmlLengthMax))
    expect(cleanStoredHtml(long)).toBe(long)
  })
})
