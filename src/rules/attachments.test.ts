import { describe, expect, it } from 'vitest'
import { attachedFilesOf } from './attachedFiles.ts'
import { attachedFileProblem, fileDataUrlProblem, fileSizeText, fileTypeText } from './attachments.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = btoa('%PDF-1.7 sample')

describe('an attached file', () => {
  it.each(['a.pdf', 'A.PDF', 'b.jpg'])('an attached file may be %s', (name) => expect(attachedFileProblem({ name, size: 10 })).toBeNull())
  it.each(['a.exe', 'pdf', 'a.pdf.html'])('an attached file may not be %s', (name) =>
    expect(attachedFileProblem({ name, size: 10 })).toBe(fileTypeText),
  )
  it('an attached file is smaller than 1 MB', () => {
    expect(attachedFileProblem({ name: 'a.pdf', size: 1024 * 1024 })).toBe(fileSizeText)
    const large = btoa('%PDF-').slice(0, 4) + btoa(`-${'x'.repeat(1024 * 1024)}`)
    expect(fileDataUrlProblem(`data:application/pdf;base64,${large}`.padEnd(28 + large.length + ((4 - (large.length % 4)) % 4), 'A'))).toBe(
      fileSizeText,
    )
  })
  it('an attached file is what its type says, by the first bytes', () => {
    expect(fileDataUrlProblem(`data:application/pdf;base64,${pdf}`)).toBeNull()
    expect(fileDataUrlProblem(`data:image/png;base64,${png}`)).toBeNull()
    expect(fileDataUrlProblem(`data:application/pdf;base64,${png}`)).toBe(fileTypeText)
    expect(fileDataUrlProblem(`data:text/html;base64,${btoa('<script>')}`)).toBe(fileTypeText)
    expect(fileDataUrlProblem('')).toBe(fileTypeText)
  })
  it('an attached file has a name and a content', () => {
    expect(attachedFilesOf([{ name: 'a', content: 'b' }, { name: 1, content: 'b' }, null])).toEqual([{ name: 'a', content: 'b' }])
    expect(attachedFilesOf(null)).toEqual([])
  })
})
