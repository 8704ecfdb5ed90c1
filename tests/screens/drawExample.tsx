import { cleanup, screen as page } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { storeUser } from '../../src/client/testing/storedUser.ts'
import { ValidatorImportContext } from '../../src/interpreter/form/validation/validators.ts'
import Screen from '../../src/interpreter/Screen.tsx'
import { renderConsole } from '../../src/interpreter/testing/renderConsole.tsx'
import { screenPermissions } from '../../src/language/testing/screenPermissions.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { type ExampleServer, exampleNow, openExampleDatabase, readExample, serveExample, validatorsOf } from './exampleServer.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

interface DrawExampleOptions {
  /** Query string. */
  readonly search?: string
  /** Permissions besides those that the screen needs. */
  readonly more?: readonly string[]
  /** Permissions that the user lacks. */
  readonly without?: readonly string[]
}

export interface ExampleScreens {
  /** Draws an example on the real engine for a user with all permissions that it needs. */
  readonly draw: (name: string, options?: DrawExampleOptions) => Promise<ExampleServer>
  readonly db: () => Database
}

/** One database for the examples that a test file draws, on the day that suits their dates. */
export function exampleScreens(): ExampleScreens {
  let db: Database
  let close: () => Promise<void>
  beforeAll(async () => {
    vi.useFakeTimers({ now: exampleNow, toFake: ['Date'] })
    ;({ db, close } = await openExampleDatabase())
  })
  afterEach(() => {
    cleanup()
    sessionStorage.clear()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await close()
  })

  async function draw(name: string, { search = '', more = [], without = [] }: DrawExampleOptions = {}): Promise<ExampleServer> {
    const example = readExample(name)
    const { screen } = example
    const server = await serveExample(example, db, [...screenPermissions(screen).filter((one) => !without.includes(one)), ...more])
    storeUser()
    renderConsole(
      <ValidatorImportContext value={validatorsOf(screen)}>
        <Screen uri={screen.uri} />
      </ValidatorImportContext>,
      { http: server.http, permissions: [...server.actor.permissions], address: `${screen.uri}${search}` },
    )
    await page.findByRole('heading', { level: 1, name: screen.title })
    return server
  }
  return { draw, db: () => db }
}
