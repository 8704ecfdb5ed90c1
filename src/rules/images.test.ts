import { describe, expect, it } from 'vitest'
import { imageBytesLimit, imageDataUrlProblem, imageExtensionText, imageFileProblem, imageSizeText } from './images.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a chosen image file', () => {
  it.each(['a.png', 'A.PNG', 'b.c.jpeg', 'b.jpg', 'b.gif', 'b.bmp'])('accepts %s', (name) =>
    expect(imageFileProblem({ name, size: imageBytesLimit - 1 })).toBeNull(),
  )
  it.each(['a.svg', 'a.png.exe', 'png', 'a.'])('refuses %s by its extension', (name) =>
    expect(imageFileProblem({ name, size: 10 })).toBe('只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp'),
  )
  it('refuses a file of exactly 1 MB', () =>
    expect(imageFileProblem({ name: 'a.png', size: imageBytesLimit })).toBe('圖片大小必須小於 1MB!'))
})

describe('an image value', () => {
  it('accepts a small picture', () => expect(imageDataUrlProblem(`data:image/png;base64,${png}`)).toBeNull())
  it('refuses a type that its first bytes contradict', () =>
    expect(imageDataUrlProblem(`data:image/gif;base64,${png}`)).toBe(imageExtensionText))
  it.each([
    '',
    'x',
    'data:image/svg+xml;base64,AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'data:image/png;base64,AAA',
    `data:image/png;base64,${png}<`,
  ])('refuses %j', (text) => expect(imageDataUrlProblem(text)).toBe(imageExtensionText))
  it('measures the decoded bytes', () => {
    const large = `data:image/png;base64,${png.slice(0, 88)}${'A'.repeat((imageBytesLimit / 3) * 4 + 4 - (((imageBytesLimit * 4) / 3) % 4))}`
    expect(imageDataUrlProblem(large)).toBe(imageSizeText)
  })
})
