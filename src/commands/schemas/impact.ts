import { roleMatrix } from '../../language/authoring/roleMatrix.ts'
import type { Catalog } from '../../language/catalog/catalog.ts'
import { mergeCatalog } from '../../language/catalog/mergeCatalog.ts'
import { checkDocuments } from '../../language/check/checkDocuments.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { catalogImpact, type Impact } from '../../language/impact/catalogImpact.ts'
import { type LostField, lostFields, lostFieldText } from '../../language/impact/fieldUses.ts'
import { type NamedHook, namedHooks } from '../../language/impact/namedHooks.ts'
import { renamesByScreen } from '../../language/impact/renames.ts'
import { type RoleImpact, roleImpact } from '../../language/impact/roleImpact.ts'
import { storedImpacts } from '../../language/impact/storedImpacts.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import { countText } from '../../server/screens/impact/countText.ts'
import { findStoredImpact, type Installation, readInstallation, type StoredFinding } from '../../server/screens/impact/installation.ts'
import { findBrokenQueries, type KeptQueriesFinding, keptQueriesText } from '../../server/screens/impact/keptQueries.ts'
import { findUnknownHooks, unknownHookText } from '../../server/screens/impact/unknownHooks.ts'
import { DocumentStates, hashesOf } from '../../server/screens/states/documentStates.ts'
import { readDocumentFiles } from '../documentFiles.ts'
import { CommandProblem, checkFolder, dataFolder, schemasFolder, shownPath } from './documents.ts'
import { consoleRoles } from './explain.ts'
import { findState } from './log.ts'
import { readDatabase } from './readDatabase.ts'

/** Lines of one role that are printed. */
const roleLinesShown = 12

/**
 * Says who is touched when the server takes the documents of the folder: compared with the last state that it accepted, or with that of a
 * number. Counts rows and users in the database, unless a running server holds it.
 */
export async function impact(since: string | undefined): Promise<number> {
  const { catalog: before, number, files } = await acceptedCatalog(since)
  const { catalog, diagnostics } = checkFolder()
  const broken = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file))
  const after = mergeCatalog(before, catalog)
  const found = catalogImpact(before, after)
  const lost = lostFields({ catalog: before, files }, { catalog, files: readDocumentFiles(schemasFolder()) }, publishedNames).filter(
    ({ uses }) => uses.size > 0,
  )
  const { counted, problem } = await installationOf(before, after, found.length > 0)
  const matrixOf = ({ screens, entities }: Catalog) => roleMatrix(screens.values(), entities, counted?.roles ?? consoleRoles)
  const touched = found.length === 0 ? [] : roleImpact(matrixOf(before), matrixOf(after), renamesByScreen(before, after))
  const lines = [
    ...(broken.size === 0 ? [] : [`${broken.size} 個檔案有錯誤，以伺服器使用中的版本計算；npm run schemas 列出錯誤`]),
    headOf(number, [found.length, lost.length]),
    ...found.flatMap((one) => impactLines(one, counted)),
    ...lost.flatMap(lostLines),
    ...touched.flatMap((one) => roleLines(one, counted?.users)),
    ...(problem === undefined ? [] : ['', `資料筆數與使用者人數未計算，角色以預設角色為準：${problem}`]),
  ]
  console.log(lines.join('\n'))
  return 0
}

interface AcceptedState {
  readonly catalog: Catalog
  readonly number: number
  readonly files: readonly DocumentFile[]
}

async function acceptedCatalog(since: string | undefined): Promise<AcceptedState> {
  const states = new DocumentStates(dataFolder())
  const all = await states.all()
  const { number } = findState(all, since ?? String(all.length))
  const hashes = hashesOf(all.filter((one) => one.number <= number))
  const files = await Promise.all([...hashes].map(async ([path, hash]) => ({ path, text: await states.text(hash) })))
  return { catalog: checkDocuments(files, publishedNames).catalog, number, files }
}

interface Counted extends Installation {
  readonly stored: readonly StoredFinding[]
  readonly queries: readonly KeptQueriesFinding[]
  readonly hooks: readonly NamedHook[]
}

interface Asked {
  readonly counted?: Counted
  /** Why the database was not asked. */
  readonly problem?: string
}

async function installationOf(before: Catalog, after: Catalog, isWanted: boolean): Promise<Asked> {
  if (!isWanted) return {}
  try {
    const counted = await readDatabase(async (db) => {
      const stored = await findStoredImpact(db, storedImpacts(before, after))
      const hooks = await findUnknownHooks(db, namedHooks(before, after))
      return { ...(await readInstallation(db)), stored, queries: await findBrokenQueries(db, before, after), hooks }
    })
    return { counted }
  } catch (error) {
    if (error instanceof CommandProblem) return { problem: error.message }
    throw error
  }
}

const kindTexts: { readonly [Kind in Impact['kind']]: string } = { screen: '畫面', entity: '實體', dictionary: '字典', dashboard: '儀表板' }
const changeTexts: { readonly [Change in Impact['change']]: string } = { new: '（新增）', gone: '（刪除）', changed: '' }

function impactLines({ kind, name, title, file, change, lines }: Impact, counted: Counted | undefined): readonly string[] {
  const { stored = [], queries = [], hooks = [] } = counted ?? {}
  return [
    '',
    `${kindTexts[kind]}「${title}」（${name}）${changeTexts[change]}  ${shownPath(file)}`,
    ...lines.map((line) => `  ${line}`),
    ...stored.filter(({ entity }) => kind === 'entity' && entity === name).map((one) => `  ${countText(one, true)}`),
    ...hooks.filter(({ entity }) => kind === 'entity' && entity === name).map((one) => `  ${unknownHookText(one)}`),
    ...queries.filter(({ uri }) => kind === 'screen' && uri === name).map((one) => `  ${keptQueriesText(one)}`),
  ]
}

function headOf(number: number, [found, lost]: readonly [number, number]): string {
  if (found > 0) return `與伺服器接受的第 ${number} 版相比：`
  return lost > 0 ? `與伺服器接受的第 ${number} 版相比，更正錯誤之前不會採用：` : `與伺服器接受的第 ${number} 版相同，沒有影響`
}

/** Where the accepted documents name a field that goes, so that its author knows what else to edit. */
function lostLines(lost: LostField): readonly string[] {
  return [
    '',
    `${lostFieldText(lost)}，接受的文件用到它的地方：`,
    ...[...lost.uses].map(([path, pointers]) => `  ${shownPath(path)} ${pointers.join(' ')}`),
  ]
}

function roleLines({ role, name, lines }: RoleImpact, users: ReadonlyMap<string, number> | undefined): readonly string[] {
  const people = users === undefined ? '' : `，${users.get(role) ?? 0} 位使用者`
  const rest = lines.length > roleLinesShown ? [`  …共 ${lines.length} 項；npm run schemas -- roles 寫出全部`] : []
  return ['', `角色 ${role} ${name}${people}`, ...lines.slice(0, roleLinesShown).map((line) => `  ${line}`), ...rest]
}
