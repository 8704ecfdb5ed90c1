import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { authoredEntity } from '../../language/authoring/authoredEntity.ts'
import { formatDocument } from '../../language/authoring/formatDocument.ts'
import { newDashboard } from '../../language/authoring/newDashboard.ts'
import { type NewEntity, newEntity } from '../../language/authoring/newEntity.ts'
import { newScreen } from '../../language/authoring/newScreen.ts'
import { reachOf } from '../../language/catalog/publishedTable.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import type { Entity } from '../../language/documents/entity.ts'
import { formatDiagnostic } from '../../language/findings/formatDiagnostic.ts'
import { suggest } from '../../language/findings/suggest.ts'
import { resourceOf } from '../../language/resolve/api.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import { whyBroken } from './broken.ts'
import { describeTable } from './describeTable.ts'
import { CommandProblem, checkFolder, isOwnFolder, schemasFolder, shownPath } from './documents.ts'
import { consoleRoles } from './explain.ts'
import { writeTypes } from './types.ts'

/**
 * Writes a first screen for an entity, entity and screen for a table of the configured database, or a dashboard for a screen. All are
 * checked before anything is written, and existing files are never overwritten.
 */
export async function create([name = '', flag, source = '']: readonly string[]): Promise<number> {
  const board = /^dashboards\/([a-z][A-Za-z0-9_]*)$/.exec(name)?.[1]
  if (board !== undefined && flag === '--from' && source !== '') return createDashboard(board, source)
  const [group, resource] = /^(_?[a-z_]+)\/([a-z_0-9]+)$/.exec(name)?.slice(1) ?? []
  if (group === undefined || resource === undefined || flag !== '--from' || source === '') {
    throw new CommandProblem(
      '用法：npm run schemas -- new <群組>/<名稱> --from <實體或資料表>，例如 new _company/shops --from retail_store；' +
        '或 new dashboards/<名稱> --from <實體或畫面的 uri>',
    )
  }
  const checked = checkFolder()
  const { catalog } = checked
  const known = catalog.entities.get(source)
  const why = known === undefined ? whyBroken('entity', source, checked) : null
  if (why !== null) throw new CommandProblem(why)
  const made = known === undefined ? await entityOfTable(source, [...catalog.entities.values()]) : null
  const entity = known ?? made?.entity
  if (entity === undefined) throw new CommandProblem(`沒有名為「${source}」的實體`)
  const onlyReads = readsOnly(entity, `/${group}/${resource}`)
  const files = [
    ...(made === null
      ? []
      : [
          {
            path: `entities/${group.replace(/^_/, '')}/${entity.name}.json`,
            text: formatDocument(authoredEntity(made.entity, catalog.presets.values())),
          },
        ]),
    { path: `screens/${group}/${resource}.json`, text: formatDocument(newScreen(`/${group}/${resource}`, entity, onlyReads)) },
  ]
  assertNoneExists(files)
  assertFaultless(files)
  for (const file of files) writeDocument(file)
  // Types belong to the code of this project, so they are not written for another SCHEMAS_DIR.
  if (made !== null && isOwnFolder()) await writeTypes(checkFolder().catalog)
  for (const note of made?.notes ?? []) console.log(`請留意：${note}`)
  return 0
}

/** Writes a first dashboard of what a screen shows, for the default roles that may open it. */
function createDashboard(name: string, source: string): number {
  const checked = checkFolder()
  const { catalog } = checked
  const screens = [...catalog.screens.values()]
  const screen = screens.find(({ uri, entity }) => uri === source || entity.name === source)
  const entity = screen && catalog.entities.get(screen.entity.name)
  if (screen === undefined || entity === undefined) {
    const why = whyBroken('screen', source, checked) ?? whyBroken('entity', source, checked)
    throw new CommandProblem(why ?? missingScreenOf(source, screens))
  }
  const roles = consoleRoles.filter(({ permissions }) => permissions.has(`${screen.resource}.view`)).map(({ code }) => code)
  if (roles.length === 0) throw new CommandProblem(`沒有預設角色可以開啟畫面 ${screen.uri}，請自己寫儀表板與 roles`)
  const file = { path: `dashboards/${name}.json`, text: formatDocument(newDashboard(name, screen, entity, roles)) }
  assertNoneExists([file])
  assertFaultless([file])
  writeDocument(file)
  return 0
}

function missingScreenOf(source: string, screens: readonly ResolvedScreen[]): string {
  const near = suggest(
    source,
    screens.flatMap(({ uri, entity }) => [uri, entity.name]),
  )
  return `沒有畫面顯示「${source}」；儀表板經由畫面讀取資料${near === undefined ? '' : `（你是不是要寫「${near}」？）`}`
}

/**
 * True when a new screen may show the entity's table but not change it.
 *
 * @throws CommandProblem when the screen may not show the table either
 */
function readsOnly(entity: Entity, uri: string): boolean {
  const table = publishedNames.tables.get(entity.table ?? '')
  if (table === undefined) return false
  const reach = reachOf(table, resourceOf({ uri }), publishedNames.resources)
  if (reach !== 'nothing') return reach === 'read'
  const open = [...publishedNames.tables.values()].filter((one) => one.elsewhere === 'read').map((one) => one.entity)
  throw new CommandProblem(`資料表 ${table.table} 不開放給畫面 ${uri}；其他畫面可用的實體：${open.join('、')}`)
}

/** @throws CommandProblem when the table is not published, is missing, has an entity already, or has no id */
async function entityOfTable(table: string, entities: readonly Entity[]): Promise<NewEntity> {
  const published = publishedNames.tables.get(table)
  const owner = entities.find((entity) => entity.table === table)
  if (owner !== undefined) throw new CommandProblem(`資料表 ${table} 已有實體 ${owner.name}，請改用 --from ${owner.name}`)
  if (published === undefined) throw new CommandProblem(missingSource(table, entities))
  const found = await describeTable(table)
  if (found.kind === 'missing') throw new CommandProblem(`資料庫沒有資料表 ${table}；請先以 npm start 啟動一次，讓資料庫更新`)
  const made = newEntity(found.table, entities, published)
  if (made === null) throw new CommandProblem(`資料表 ${table} 沒有欄位 id，不能作為實體；請先以 migration 加上 id`)
  if (entities.some((entity) => entity.name === made.entity.name)) throw new CommandProblem(`已有名為 ${made.entity.name} 的實體`)
  return made
}

/** Text with what a screen can be made from: entities, and published tables without an entity. */
function missingSource(source: string, entities: readonly Entity[]): string {
  const names = entities.map((entity) => entity.name)
  const tables = [...publishedNames.tables.keys()].filter((table) => !entities.some((entity) => entity.table === table))
  const near = suggest(source, [...names, ...tables])
  const hint = near === undefined ? '' : `（你是不是要寫「${near}」？）`
  const further = tables.length === 0 ? '' : `\n開放的資料表：${tables.join('、')}`
  return `沒有名為「${source}」的實體，也沒有開放給畫面文件的資料表${hint}\n實體：${names.join('、')}${further}`
}

function assertNoneExists(files: readonly DocumentFile[]): void {
  const taken = files.find((file) => existsSync(join(schemasFolder(), file.path)))
  if (taken !== undefined) throw new CommandProblem(`${shownPath(taken.path)} 已存在，沒有寫入任何檔案`)
}

/** Throws when the checker refuses a generated document, which is a defect of ours; nothing is written then. */
function assertFaultless(files: readonly DocumentFile[]): void {
  const paths = files.map((file) => file.path)
  const faults = checkFolder(files).diagnostics.filter((one) => one.severity === 'error' && paths.includes(one.file))
  const lines = faults.map((one) => formatDiagnostic({ ...one, file: shownPath(one.file) }))
  if (faults.length > 0) throw new CommandProblem(`產生的文件沒有通過檢查，沒有寫入任何檔案：\n${lines.join('\n')}`)
}

function writeDocument({ path, text }: DocumentFile): void {
  const whole = join(schemasFolder(), path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
  console.log(`已建立 ${shownPath(path)}`)
}
