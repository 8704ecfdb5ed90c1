import { describe, expect, it } from 'vitest'
import config from '../../vitest.config.ts'

interface Project {
  readonly test: { readonly name: string; readonly isolate?: boolean; readonly setupFiles?: readonly string[] }
}

const projects = (config.test?.projects ?? []) as readonly Project[]

describe('the projects of the tests', () => {
  it('let each file that shares a worker end when its code is there, after all that the file puts back itself', () => {
    const sharing = projects.filter(({ test }) => test.isolate === false)
    expect(sharing.length).toBeGreaterThan(0)
    // Hooks after the tests run backwards: what is named first runs last.
    for (const { test } of sharing) expect([test.name, test.setupFiles?.[0]]).toEqual([test.name, 'tests/support/importsSettled.ts'])
  })
})
