import { createReadStream, existsSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import react from '@vitejs/plugin-react'
import { sql } from 'kysely'
import { build } from 'vite'
import { firstTheme } from '../../../src/commands/lib/drawnPages.mjs'
import { ensureBuild } from '../../../src/commands/lib/ensureBuild.mjs'
import { buildApp } from '../../../src/server/app.ts'
import { prepareInstallation } from '../../../src/server/firstStart.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { openDatabase } from '../../../src/server/platform/database/open.ts'
import { projectRoot } from '../../../src/server/platform/projectRoot.ts'
import { testConfig } from '../../support/testConfig.ts'

/** The product as it is built, and two pages by hand in front of the same server. */
export interface BenchSite {
  readonly origins: Readonly<Record<Subject, string>>
  /** Folder with a copy of the documents that the server reads. */
  readonly schemas: string
  close(): Promise<void>
}

/** `bare`: the page by hand without a shell. `shell`: the same in our shell. `ours`: the interpreter. */
export type Subject = 'bare' | 'shell' | 'ours'
export const subjects = ['bare', 'shell', 'ours'] as const

const byHand = { bare: 'tests/bench/yardstick/bare/index.html', shell: 'tests/bench/yardstick/shell/index.html' } as const
const companyCount = 600

/** Builds all three, and starts the server on an embedded database with demo data and 600 more merchants. */
export async function openSite(): Promise<BenchSite> {
  await ensureBuild()
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const schemas = join(folder, 'schemas')
  await cp(join(projectRoot, 'schemas'), schemas, { recursive: true })
  const config = testConfig({ SCHEMAS_DIR: schemas, DATA_DIR: join(folder, 'data'), DEMO: '1', ACCESS_TOKEN_MINUTES: '60' })
  const database = await openDatabase(config)
  await migrate(database.db)
  const app = await buildApp({ config, database })
  await prepareInstallation(app)
  await addCompanies(app.db)
  const ours = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = app.routing.bind(app)
  const open = async (subject: keyof typeof byHand) => {
    const built = join(folder, subject)
    await buildPage(byHand[subject], built)
    return serve(built, byHand[subject], answer)
  }
  const bare = await open('bare')
  const shell = await open('shell')
  const close = async () => {
    bare.close()
    shell.close()
    await app.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { schemas, origins: { bare: originOf(bare), shell: originOf(shell), ours }, close }
}

function buildPage(entry: string, outDir: string): Promise<unknown> {
  return build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    plugins: [react(), firstTheme()],
    build: { outDir, emptyOutDir: true, manifest: true, target: 'es2022', rollupOptions: { input: entry } },
  })
}

async function addCompanies(db: Parameters<typeof migrate>[0]): Promise<void> {
  await sql`
    insert into company
    select (jsonb_populate_record(c, jsonb_build_object(
      'id', 1000 + n, 'company_no', 'C' || (200000 + n), 'company_short_name', '量測' || n, 'company_name', '量測' || n || '股份有限公司'))).*
    from company c, generate_series(1, ${sql.lit(companyCount)}) as n where c.company_no = 'C000101'`.execute(db)
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Serves the files of a build, its page for all other page addresses, and forwards calls to the server. */
async function serve(folder: string, page: string, answer: Parameters<typeof createServer>[1] & object): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const isCall = /^\/(api|connect)\//.test(path)
    if (isCall) return void (answer as (...given: unknown[]) => void)(request, response)
    const named = join(folder, path)
    const file = existsSync(named) && statSync(named).isFile() ? named : join(folder, page)
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
