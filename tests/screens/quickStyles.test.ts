// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { exactStyles } from '../support/quickStyles.ts'

afterEach(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
})

const jsdomFolder = dirname(createRequire(import.meta.url).resolve('jsdom'))
const styleSheet = readFileSync(join(jsdomFolder, 'jsdom/browser/default-stylesheet.css'), 'utf8')
/** All words in the selectors of jsdom's style sheet, of which the tags are some, and tags without a rule. */
const tags = new Set(
  [...styleSheet.matchAll(/[a-z][a-z0-9]*/g)].map(([word]) => word).concat('span', 'a', 'b', 'svg', 'select', 'textarea'),
)
const attributes = [
  '',
  'hidden',
  'hidden="until-found"',
  'type="hidden"',
  'type="HIDDEN"',
  'type="text"',
  'open',
  'popover',
  'style="display: flex"',
  'style="DISPLAY:NONE"',
  'style="visibility: hidden"',
  'style="pointer-events: none"',
  'style="all: unset"',
  'style="all: inherit"',
  'style="color: red"',
  'class="d-none"',
]

/** What the quick answers and those of jsdom say, where they differ. */
function differences(): readonly string[] {
  const view = document.defaultView
  if (!view) throw new Error('no window')
  const exact = exactStyles(view)
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const [quick, real] = [view.getComputedStyle(element), exact(element)]
    const pairs = [
      [quick.display, real.display],
      [quick.visibility, real.visibility],
      [quick.getPropertyValue('display'), real.getPropertyValue('display')],
      [quick.getPropertyValue('visibility'), real.getPropertyValue('visibility')],
      [quick.pointerEvents, real.pointerEvents],
      [quick.getPropertyValue('pointer-events'), real.getPropertyValue('pointer-events')],
      [quick.getPropertyValue('white-space'), real.getPropertyValue('white-space')],
    ]
    return pairs.filter(([one, other]) => one !== other).map((pair) => `${element.outerHTML}: ${pair.join(' instead of ')}`)
  })
}

function append(parent: Element, tag: string, attribute: string): HTMLElement {
  const element = document.createElement(tag)
  const [, name, value = ''] = /^([\w-]+)(?:="(.*)")?$/.exec(attribute) ?? []
  if (name !== undefined) element.setAttribute(name, value)
  parent.append(element)
  return element
}

describe('quick styles', () => {
  it.each(attributes)('say of every tag with the attributes “%s” what jsdom says', (attribute) => {
    for (const tag of tags) append(append(document.body, tag, attribute), 'span', '')
    expect(document.querySelectorAll('*').length).toBeGreaterThan(tags.size * 2)
    expect(differences()).toEqual([])
  })

  it.each(attributes)('say of what lies within “%s” what jsdom says', (attribute) => {
    const parents = ['div', 'details', 'table', 'tr', 'select', 'dialog', 'ol'].map((tag) => append(document.body, tag, attribute))
    for (const parent of parents)
      for (const tag of ['div', 'summary', 'summary', 'tr', 'td', 'option', 'li', 'input', 'hr']) append(append(parent, tag, ''), 'b', '')
    expect(differences()).toEqual([])
  })

  it('give way to a style sheet of the page, as long as there is one', () => {
    const text = append(document.body, 'p', '')
    const shown = () => document.defaultView?.getComputedStyle(text).display
    expect(shown()).toBe('block')
    const sheet = append(document.head, 'style', '')
    sheet.textContent = 'p { display: none }'
    expect(shown()).toBe('none')
    sheet.remove()
    expect(shown()).toBe('block')
  })

  it('follow an attribute that changes', () => {
    const text = append(document.body, 'p', '')
    const display = () => document.defaultView?.getComputedStyle(text).display
    text.hidden = true
    expect(display()).toBe('none')
    text.hidden = false
    text.style.display = 'inline'
    expect(display()).toBe('inline')
    text.removeAttribute('style')
    expect(display()).toBe('block')
  })
})
