import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Catalog } from '../../language/catalog/catalog.ts'
import type { Known } from '../../language/catalog/known.ts'
import { dashboardsOf } from '../../language/dashboard/resolve.ts'
import { formatDiagnostic } from '../../language/findings/formatDiagnostic.ts'
import { checkAgainstDatabase } from './catalogueCheck.ts'
import { findChangedTypes } from './changedTypes.ts'
import { carryOut, repeatSteps } from './conversion/carryOut.ts'
import { tidyFormerValues } from './conversion/convertField.ts'
import { Renames } from './conversion/renames.ts'
import { type DatabaseCatalogue, readDatabaseCatalogue } from './databaseCatalogue.ts'
import { registerBuiltIn } from './dictionaries/builtIn.ts'
import { createDictionaryRegistry, type DictionaryRegistry } from './dictionaries/registry.ts'
import { serveDictionaries } from './dictionaries/routes.ts'
import { DocumentStore } from './documentStore.ts'
import type { Documents } from './documents.ts'
import { EditorNamesFile } from './editorNames.ts'
import { serveEvents } from './events.ts'
import { AcceptedChanges } from './impact/acceptedChanges.ts'
import type { KeptCheck } from './keptCheck.ts'
import { servePreferences } from './preferences.ts'
import { findRemovedOptions } from './removedOptions.ts'
import { restrictScreenTo } from './restrictScreenTo.ts'
import { serveScreens } from './routes.ts'
import { changedPaths, readSnapshots, saveSnapshots } from './snapshots.ts'
import { findAuthor } from './states/author.ts'
import type { DocumentStates } from './states/documentStates.ts'
import { Validators } from './validators.ts'

declare module 'fastify' {
  interface FastifyInstance {
    documents: Documents
    dictionaries: DictionaryRegistry
    /** Names that documents gave up for others. */
    renames: Renames
  }
}

export interface ScreensOptions {
  /** Names published by the areas, which documents may use. */
  readonly known: Known
  /** Folder of the documents; default: `schemas` of the project. */
  readonly schemasFolder?: string
  /** Keeps every accepted state of the documents; default: none. */
  readonly states?: DocumentStates | undefined
  /** What an earlier run found in the documents; default: nothing. */
  readonly kept?: KeptCheck | undefined
  /** Whether what changes on disk takes effect; default: it does. */
  readonly isWatching?: boolean | undefined
}

/** Serves documents, what browsers need of them, and dictionaries. Changes on disk take effect while the server runs. */
export const screensPlugin = fastifyPlugin(
  async (app: FastifyInstance, options: ScreensOptions) => {
    const database = await readDatabaseCatalogue(app.db)
    app.decorate('renames', new Renames())
    await app.renames.read(app.db)
    const changes = new AcceptedChanges(options.known)
    const store = createStore(app, options, { database, changes })
    await store.start(await readSnapshots(app.db))
    app.addHook('onClose', () => store.close())
    // Looks through the whole folder first, which goes on while the other areas register their routes.
    const watching = options.isWatching === false ? Promise.resolve() : store.watch()
    watching.catch(() => undefined)
    assertSameAsDatabase(store.catalog, store, database)
    // What the last run accepted is no news for the database, but its states may be kept since this version only.
    await recordState(app, options, { catalog: store.catalog, before: null })
    for (const finding of store.diagnostics) app.log.warn(formatDiagnostic(finding))

    const validators = new Validators()
    validators.add(store.catalog)
    store.onChange(() => validators.add(store.catalog))
    app.decorate('documents', toDocuments(store))
    const dictionaries = createDictionaryRegistry(
      (name) => store.catalog.dictionaries.get(name),
      () => [...store.catalog.dictionaries.keys()],
    )
    app.decorate('dictionaries', dictionaries)
    registerBuiltIn(dictionaries, () => store.catalog)

    serveScreens(app, validators, changes)
    serveEvents(app)
    servePreferences(app)
    serveDictionaries(app)
    app.addHook('onReady', async () => {
      reportMissingDictionaries(app, dictionaries, options.known)
      await watching
    })
    // Nobody edits the documents of a production server on its own disk.
    if (!app.config.production) followNames(app, store, editorNames(app, options))
    registerRepeatJob(app, store)
  },
  { name: 'screens', dependencies: ['platform'] },
)

function editorNames(app: FastifyInstance, options: ScreensOptions): EditorNamesFile {
  const tell = (error: unknown) => app.log.warn({ err: error }, 'the names for editors cannot be written, completion stays behind')
  return new EditorNamesFile(folderOf(app, options), options.known, tell)
}

function followNames(app: FastifyInstance, store: DocumentStore, file: EditorNamesFile): void {
  const follow = () => file.follow(() => store.catalog)
  store.onChange(follow)
  app.addHook('onReady', async () => follow())
  app.addHook('onClose', () => file.close())
}

/** Looks once more at what changed documents moved. */
function registerRepeatJob(app: FastifyInstance, store: DocumentStore): void {
  app.jobs.register('screens.repeatConversions', {
    title: '依文件改名與轉換',
    everyMinutes: 1,
    quiet: true,
    async run({ db, clock }) {
      await tidyFormerValues(db, clock.now())
      return repeatSteps(db, store.catalog, clock.now())
    },
  })
}

const folderOf = (app: FastifyInstance, { schemasFolder }: ScreensOptions) => schemasFolder ?? app.config.schemasDir

interface StoreParts {
  readonly database: DatabaseCatalogue
  readonly changes: AcceptedChanges
}

function createStore(app: FastifyInstance, options: ScreensOptions, { database, changes }: StoreParts): DocumentStore {
  return new DocumentStore({
    known: options.known,
    folder: folderOf(app, options),
    kept: options.kept,
    inspect: (catalog) => checkAgainstDatabase(catalog, database),
    inspectChange: async (before, after) => [
      ...(await findRemovedOptions(app.db, before, after, app.renames.all)),
      ...(await findChangedTypes(app.db, before, after, app.renames.all)),
    ],
    async carryOut(before, after) {
      const now = app.clock.now()
      const steps = await carryOut({ db: app.db, before, after, renames: app.renames, now })
      // Grants have moved, so nobody may be known by the former ones. At the start nobody is known yet.
      if (steps.some(({ kind }) => kind === 'screen') && app.hasDecorator('sessions')) app.sessions.forgetAll()
      changes.add(before, after, now)
    },
    save: async (catalog, before) => {
      await saveSnapshots(app.db, catalog, before)
      await recordState(app, options, { catalog, before })
    },
    reportFailure: (error) => app.log.error({ err: error }, 'reading the documents failed'),
  })
}

interface Accepted {
  readonly catalog: Catalog
  readonly before: Catalog | null
}

/** A failure, such as a full disk, does not stop the documents from being served. */
async function recordState(app: FastifyInstance, options: ScreensOptions, { catalog, before }: Accepted): Promise<void> {
  try {
    const by = await findAuthor(folderOf(app, options), changedPaths(before, catalog))
    await options.states?.record(textsOf(catalog), { at: app.clock.now(), by })
  } catch (error) {
    app.log.error({ err: error }, 'keeping the state of the documents failed')
  }
}

const textsOf = ({ files }: Catalog) => new Map([...files].map(([path, { text }]) => [path, text]))

function toDocuments(store: DocumentStore): Documents {
  return {
    current: () => store.catalog,
    screen: (uri) => store.catalog.screens.get(uri),
    entity: (name) => store.catalog.entities.get(name),
    dashboards: () => dashboardsOf(store.catalog),
    restricted: restrictScreenTo,
    diagnostics: () => store.diagnostics,
    onChange: (listener) => store.onChange(listener),
    checkAgain: () => store.checkAgain(),
  }
}

/**
 * Throws when documents and database differ at start. This is not a mistake of an editor but an inconsistent installation (code,
 * migrations, documents), so the server does not start.
 */
function assertSameAsDatabase(catalog: Catalog, store: DocumentStore, database: DatabaseCatalogue): void {
  const found = [...store.diagnostics.filter((one) => one.code === 'database-difference'), ...checkAgainstDatabase(catalog, database)]
  if (found.length > 0) throw new Error(`文件與資料庫不一致：\n${[...new Set(found.map(formatDiagnostic))].join('\n')}`)
}

/** Reports dictionaries that are in the list of names but that no area has registered. This is known only when all areas are loaded. */
function reportMissingDictionaries(app: FastifyInstance, dictionaries: DictionaryRegistry, known: Known): void {
  const missing = [...known.dictionaries].filter((name) => !dictionaries.has(name))
  if (missing.length > 0) app.log.warn(`dictionaries without provider: ${missing.join(', ')}`)
}
