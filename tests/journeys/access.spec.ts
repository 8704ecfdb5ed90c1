import { expect, test } from '@playwright/test'
import { accessProblems } from './support/access.ts'

const row = (text: string, style = '') =>
  `<tr><td style="${style}">${text}</td><td><span style="color: #bbb">淡字</span></td><td>${text}</td></tr>`

test('a text that cannot be read is found in any row, once where all rows are painted alike', async ({ page }) => {
  const rows = [row('第一列'), row('第二列'), row('第三列', 'color: #bbb'), row('第四列', 'background: #555'), row('第五列')]
  await page.setContent(
    `<main><table><thead><tr><th>一</th><th>二</th><th>三</th></tr></thead><tbody>${rows.join('')}</tbody></table></main>`,
  )
  const found = await accessProblems(page, ['color-contrast'])
  expect(found.map((problem) => problem.replace(/ Fix any.*/s, ''))).toEqual([
    'color-contrast tr:nth-child(1) > td:nth-child(2) > span',
    'color-contrast tr:nth-child(3) > td:nth-child(1)',
    'color-contrast tr:nth-child(4) > td:nth-child(1)',
  ])
})

test('a text that can be read on one page is found on the next one where something spoils it', async ({ page }) => {
  const shown = async (text: string, more = '') => {
    await page.setContent(`<main style="position: relative; z-index: 0"><section>${text}</section><aside>附註</aside>${more}</main>`)
    return (await accessProblems(page, ['color-contrast'])).map((problem) => problem.replace(/ Fix any.*/s, ''))
  }
  const layer = '<div style="position: absolute; inset: 0; background: #222; z-index: -1"></div>'
  const dialog = `<div class="modal" role="dialog" style="position: fixed; inset: 40px 0 auto; background: #222"><p>對話框</p></div>`
  expect(await shown('<p>文字</p>')).toEqual([])
  expect(await shown('<p>另一段文字</p>')).toEqual([])
  expect(await shown('<p style="color: #bbb">文字</p>')).toEqual(['color-contrast p'])
  expect(await shown('<p>文字</p>', layer)).toEqual(['color-contrast p', 'color-contrast aside'])
  expect(await shown('<p>文字</p>', dialog)).toEqual(['color-contrast div > p'])
  expect(await shown('<p>文字</p>')).toEqual([])
})

test('a part of the menu that was without fault on one page is found on the next one where something spoils it', async ({ page }) => {
  const group = (text: string) => `<li><button>${text}</button></li>`
  const shown = async (menu: string, more = '') => {
    const sidebar = `<aside id="sidebar"><nav class="sidebar-nav"><ul>${menu}</ul></nav></aside>`
    await page.setContent(`${more}${sidebar}<main id="main"><section><button>查詢</button></section></main>`)
    return (await accessProblems(page, ['button-name', 'color-contrast'])).map((problem) => problem.replace(/ Fix (any|all).*/s, ''))
  }
  const pale = '<style>li button { color: #bbb; background: #fff }</style>'
  const dialog = '<div class="modal" role="dialog"><button></button></div>'
  expect(await shown(group('會員'))).toEqual([])
  expect(await shown(group('會員') + group(''))).toEqual(['button-name li:nth-child(2) > button'])
  expect(await shown(group('會員') + group(''))).toEqual(['button-name li:nth-child(2) > button'])
  expect(await shown(group('會員'), pale)).toEqual(['color-contrast li > button'])
  expect(await shown(group('會員'))).toEqual([])
  expect(await shown(group('會員'), dialog)).toEqual(['button-name div > button'])
})

test('what lies behind a dialog is judged where it was not judged before', async ({ page }) => {
  const shown = async (content: string, more = '') => {
    await page.setContent(`<main id="main">${content}</main>${more}`)
    return (await accessProblems(page, ['button-name'])).map((problem) => problem.replace(/ Fix (any|all).*/s, ''))
  }
  const dialog = '<div class="modal" role="dialog"><button>關閉</button></div>'
  expect(await shown('<section><button>新增</button></section>')).toEqual([])
  expect(await shown('<section><button></button></section>', dialog)).toEqual(['button-name section > button'])
})

test('a link that only its colour tells from the text around it is found on every page, also where the colours were judged before', async ({
  page,
}) => {
  const shown = async (style: string) => {
    await page.setContent(
      `<main><p style="color: #222">這一段文字裡有<a href="#" style="color: #333; ${style}">連結</a>，看不出來。</p></main>`,
    )
    const found = await accessProblems(page, ['color-contrast', 'link-in-text-block'])
    return found.map((problem) => problem.replace(/ Fix (any|all).*/s, ''))
  }
  expect(await shown('text-decoration: underline')).toEqual([])
  expect(await shown('text-decoration: none')).toEqual(['link-in-text-block a'])
  expect(await shown('text-decoration: none')).toEqual(['link-in-text-block a'])
})

test('a text that something elsewhere in the page covers or carries is judged with its colour', async ({ page }) => {
  const shown = async (after: string) => {
    const text =
      '<section style="position: relative; z-index: 1; width: 200px"><p style="margin: 0; color: #767676">淡淡的文字</p></section>'
    await page.setContent(`<main>${text}<aside><div><div>${after}</div></div></aside></main>`)
    return (await accessProblems(page, ['color-contrast'])).map((problem) => problem.replace(/ Fix any.*/s, ''))
  }
  const layer = (top: string) => `<i style="position: absolute; left: 0; top: ${top}; width: 300px; height: 60px; background: #bbb"></i>`
  expect(await shown(layer('0'))).toEqual(['color-contrast p'])
  expect(await shown(layer('300px'))).toEqual([])
})
