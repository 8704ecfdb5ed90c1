import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkDocuments } from '../../language/check/checkDocuments.ts'
import { namesPath } from '../../language/editor/namesSchema.ts'
import { projectRoot } from '../platform/projectRoot.ts'
import { publishedNames } from '../publishedNames.ts'
import { EditorNamesFile, writeNames } from './editorNames.ts'
import { readSchemaFiles, rereadSchemaFiles } from './schemaFiles.ts'

describe('the names for editors', () => {
  let folder: string
  const catalog = async () => checkDocuments(await readSchemaFiles(folder), publishedNames).catalog
  const namesNow = () => readFile(join(folder, namesPath), 'utf8').catch(() => '')

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'names-'))
    await cp(join(projectRoot, 'schemas'), folder, { recursive: true })
    await rm(join(folder, namesPath), { force: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('the names for editors follow a saved document, and are not one themselves', async () => {
    const file = new EditorNamesFile(folder, publishedNames, (error) => expect.unreachable(String(error)))
    let current = await catalog()
    file.follow(() => current)
    await vi.waitFor(async () => expect((await namesNow()).includes('"entity-retailStore"')).toBe(true), { timeout: 10_000 })
    const files = await readSchemaFiles(folder)
    expect(files.map(({ path }) => path)).not.toContain(namesPath)
    expect(await rereadSchemaFiles(folder, files, new Set([join(folder, namesPath)]))).toEqual(files)

    const part = {
      ...{ $schema: '../../language/entity.schema.json', name: 'part', title: '零件', key: 'partNo', label: 'partNo', type: 'object' },
      properties: { partNo: { type: 'string', title: '料號' } },
    }
    await mkdir(join(folder, 'entities/example'))
    await writeFile(join(folder, 'entities/example/part.json'), JSON.stringify(part))
    current = await catalog()
    file.follow(() => current)
    await vi.waitFor(async () => expect((await namesNow()).includes('"料號"')).toBe(true), { timeout: 10_000 })
    await file.close()
    expect((await readdir(join(folder, 'language'))).filter((name) => name.startsWith('names'))).toEqual(['names.schema.json'])
  })

  it('the names for editors are written only when they are others', async () => {
    const path = join(folder, namesPath)
    const now = await catalog()
    expect([await writeNames(path, now, publishedNames), await writeNames(path, now, publishedNames)]).toEqual([true, false])
  })

  it('a folder without a place for the names for editors stops nothing, and is told of once', async () => {
    const told: unknown[] = []
    const file = new EditorNamesFile(join(folder, 'nowhere'), publishedNames, (error) => told.push(error))
    const now = await catalog()
    file.follow(() => now)
    await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 10_000 })
    file.follow(() => now)
    await new Promise((resolve) => setTimeout(resolve, 1300))
    await file.close()
    expect(told).toEqual([expect.objectContaining({ code: 'ENOENT' })])
    expect(await namesNow()).toBe('')
  })

  it('the names for editors tell of a second failure when a written file lay between', async () => {
    const told: unknown[] = []
    const file = new EditorNamesFile(folder, publishedNames, (error) => told.push(error))
    const now = await catalog()
    const failing = () => {
      throw new Error('no catalogue')
    }
    file.follow(failing)
    await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 10_000 })
    file.follow(() => now)
    await vi.waitFor(async () => expect(await namesNow()).not.toBe(''), { timeout: 10_000 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    file.follow(failing)
    await vi.waitFor(() => expect(told).toHaveLength(2), { timeout: 10_000 })
    await file.close()
  })
})
