/**
 * What an imported row costs, few and many at a time: an import is one transaction, and nothing in it may become slower with each row. With a
 * server in a process of its own, on the embedded database.
 *
 * npm run bench -- imports
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from '../../src/server/records/export/xlsx.ts'
import { startOwnServer } from './harness/ownServer.ts'
import { median, report } from './harness/report.ts'

const rounds = 3
const few = 500
const many = 4000

const fields = { partNo: { type: 'string', title: '料號', 'x-unique': true, maxLength: 10 }, amount: { type: 'number', title: '金額' } }
const documents = {
  'entities/example/part.json': {
    ...{ $schema: '../../language/entity.schema.json', name: 'part', title: '零件', key: 'partNo', label: 'partNo', type: 'object' },
    required: ['partNo'],
    properties: fields,
  },
  'screens/_example/parts.json': {
    ...{ $schema: '../../language/screen.schema.json', uri: '/_example/parts', title: '零件', icon: 'category', entity: 'part' },
    list: { columns: Object.keys(fields), toolbar: ['create', 'import'] },
    forms: { create: { fields: Object.keys(fields) } },
  },
}

const server = await startOwnServer()
const times = { few: [] as number[], many: [] as number[] }
let imported = 0
try {
  for (const [path, document] of Object.entries(documents)) {
    const file = join(server.schemas, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, JSON.stringify(document))
  }
  await grant(await signIn('admin'))
  const clerk = await signIn('ops01')
  await importRows(clerk, few)
  for (let round = 0; round < rounds; round += 1) {
    times.few.push((await importRows(clerk, few)) / few)
    times.many.push((await importRows(clerk, many)) / many)
  }
} finally {
  await server.stop()
}

type Headers = Readonly<Record<string, string>>

async function signIn(account: string): Promise<Headers> {
  const form = { client_id: 'console', grant_type: 'password', username: account, password: `Demo!2025${account}`, scope: 'openid' }
  const answer = await fetch(`${server.origin}/connect/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}`, 'x-xsrf-token': answer.headers.get('x-xsrf-token') ?? '' }
}

interface Role {
  readonly id: number
  readonly rowVersion: number
  readonly roleCode: string
  readonly permissions: readonly string[]
}

/** Lets operations people import, once the server has taken the documents. */
async function grant(headers: Headers): Promise<void> {
  const read = async <T>(path: string) => (await fetch(`${server.origin}${path}`, { headers })).json() as Promise<T>
  const { rows } = await read<{ rows: Role[] }>('/api/account/roles/0/50')
  const { id, rowVersion, permissions } = await read<Role>(`/api/account/roles/${rows.find((role) => role.roleCode === 'OPS')?.id}`)
  const body = JSON.stringify({
    rowVersion,
    permissions: [...permissions, ...['view', 'create', 'import'].map((verb) => `example.parts.${verb}`)],
  })
  for (;;) {
    const answer = await fetch(`${server.origin}/api/account/roles/${id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    if (answer.ok) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** @returns ms */
async function importRows(headers: Headers, count: number): Promise<number> {
  async function* rows() {
    yield ['料號', '金額']
    for (let index = 0; index < count; index += 1) yield [`P${imported + index}`, index]
  }
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx('零件', rows())) parts.push(part)
  imported += count
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.concat(parts))]), 'parts.xlsx')
  const begun = performance.now()
  const answer = await fetch(`${server.origin}/api/example/parts/import`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return performance.now() - begun
}

process.exitCode = report([
  { title: `a row of ${many} beside one of ${few}`, unit: 'ms', hand: median(times.few), ours: median(times.many), most: 1.5 },
])
