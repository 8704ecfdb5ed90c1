// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { RichText } from './RichText.tsx'
import { parseRichText, splitSections } from './richText.ts'

afterEach(cleanup)

const draw = (html: string) => render(<RichText nodes={parseRichText(html)} />).container.innerHTML

describe('RichText', () => {
  it('draws the elements that the editor makes', () => {
    expect(draw('<p>甲<br><strong>乙</strong></p><ul><li>丙</li></ul>')).toBe(
      '<div class="rich-text"><p>甲<br><strong>乙</strong></p><ul><li>丙</li></ul></div>',
    )
  })

  it('draws no script, no attribute and no address of a program, whatever was stored', () => {
    const html = draw('<p onclick="x()" style="color:red">甲</p><script>x()</script><a href="javascript:x()">乙</a><img src=x onerror=x()>')
    expect(html).toBe('<div class="rich-text"><p>甲</p><span>乙</span><span></span></div>')
  })

  it('opens links apart from the page', () => {
    expect(draw('<a href="https://example.com/a">甲</a>')).toContain(
      'href="https://example.com/a" target="_blank" rel="noopener noreferrer"',
    )
  })
})

describe('splitSections', () => {
  it('parts a text at its headings', () => {
    const { intro, sections } = splitSections(parseRichText('<p>前言</p><h3>一</h3><p>甲</p><p>乙</p><h3>二</h3>'))
    expect(intro.map((node) => node.textContent)).toEqual(['前言'])
    expect(sections.map(({ title, nodes }) => [title, nodes.length])).toEqual([
      ['一', 2],
      ['二', 0],
    ])
  })

  it('splitSections knows texts without headings', () => {
    expect(splitSections(parseRichText('<p>只有一段</p>'))).toMatchObject({ intro: [{}], sections: [] })
  })
})
