import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

const rooms = ['portal', 'src/client', 'src/interpreter', 'src/console']
const files = rooms.flatMap((room) =>
  readdirSync(join(projectRoot, room), { recursive: true })
    .map((file) => join(room, String(file)))
    .filter((file) => /\.tsx?$/.test(file)),
)

/** Imports of answer schemas that load code at run time. */
function loadedAnswers(source: string): readonly string[] {
  return source
    .split(/^(?=import )/m)
    .filter((text) => /from '[^']*\/answers\/|import\('[^']*\/answers\//.test(text) && !text.startsWith('import type '))
}

describe('answers', () => {
  it('answers are types to browsers: their schemas, and what schemas are made with, stay on the server', () => {
    expect(loadedAnswers("import { Order } from '../../src/answers/exchange.ts'")).toHaveLength(1)
    expect(loadedAnswers("import type { Order } from '../../src/answers/exchange.ts'")).toHaveLength(0)
    expect(files.filter((file) => loadedAnswers(readFileSync(join(projectRoot, file), 'utf8')).length > 0)).toEqual([])
  })
})
