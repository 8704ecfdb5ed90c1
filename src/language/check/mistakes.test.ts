import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../findings/formatDiagnostic.ts'
import { known } from '../testing/documents.ts'
import { filesWith, mistakes } from '../testing/mistakes.ts'
import { checkDocuments } from './checkDocuments.ts'

describe.each(mistakes)('mistakes in %s', (file, ofFile) => {
  it.each(ofFile)('%s', (...mistake) => {
    const [, , , pointer, says] = mistake
    const found = checkDocuments(filesWith(file, mistake), known).diagnostics.find((one) => one.file === file)
    const sentence = found === undefined ? 'nothing' : formatDiagnostic(found).replace(/^\S+ (\(整份文件\)|\S*) ?/, '')
    expect([found?.pointer, sentence.slice(0, says.length)]).toEqual([pointer, says])
  })
})
