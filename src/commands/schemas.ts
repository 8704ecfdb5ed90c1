import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { entityTypes } from '../language/authoring/entityTypes.ts'
import { explainScreen } from '../language/authoring/explain.ts'
import { formatDocument, newScreen } from '../language/authoring/newScreen.ts'
import { type CheckResult, checkDocuments } from '../language/check/checkDocuments.ts'
import { formatDiagnostic } from '../language/formatDiagnostic.ts'
import { knownNames } from '../language/knownNames.ts'
import { schemaFiles } from '../language/schemaFiles.ts'
import { projectRoot } from '../server/platform/projectRoot.ts'
import { readDocumentFiles } from './documentFiles.ts'

const schemasFolder = join(projectRoot, 'schemas')
const typesFile = join(projectRoot, 'src/server/domain/entities.generated.ts')

const usage = `用法：
  npm run schemas                                          檢查所有文件
  npm run schemas -- new <群組>/<名稱> --from <實體>       由實體建立第一個畫面
  npm run schemas -- explain <uri>                         說明畫面補上預設值後的樣子
  npm run schemas -- types                                 產生實體的 TypeScript 型別
  npm run schemas -- language                              產生 schemas/language`

process.exitCode = run(process.argv.slice(2))

/** Each command answers its exit code: 0 when all is well. */
function run([command, ...rest]: readonly string[]): number {
  switch (command) {
    case undefined:
      return checkAll()
    case 'new':
      return createScreen(rest)
    case 'explain':
      return explain(rest[0])
    case 'types':
      return writeTypes()
    case 'language':
      return writeLanguage()
    default:
      return fail(usage)
  }
}

function check(): CheckResult {
  return checkDocuments(readDocumentFiles(schemasFolder), knownNames)
}

function checkAll(): number {
  const { catalog, diagnostics } = check()
  for (const diagnostic of diagnostics) console.log(`schemas/${formatDiagnostic(diagnostic)}`)
  const stale = staleFiles(catalog)
  for (const text of stale) console.log(text)
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length + stale.length
  const warnings = diagnostics.length - diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  const { entities, screens, dictionaries } = catalog
  console.log(`${entities.size} 個實體、${screens.size} 個畫面、${dictionaries.size} 個字典；${errors} 個錯誤、${warnings} 個警告`)
  return errors === 0 ? 0 : 1
}

/** Generated files that no longer match what they are generated from. */
function staleFiles(catalog: CheckResult['catalog']): readonly string[] {
  const language = schemaFiles().filter((file) => readIfThere(join(schemasFolder, file.path)) !== file.text)
  const types = readIfThere(typesFile) === entityTypes(catalog.entities, catalog.dictionaries)
  return [
    ...language.map((file) => `schemas/${file.path} 已過時，請執行 npm run schemas -- language`),
    ...(types ? [] : ['src/server/domain/entities.generated.ts 已過時，請執行 npm run schemas -- types']),
  ]
}

function createScreen([name = '', flag, entityName = '']: readonly string[]): number {
  if (!/^[a-z_]+\/[a-z_0-9]+$/.test(name) || flag !== '--from') return fail(usage)
  const entity = check().catalog.entities.get(entityName)
  if (entity === undefined) return fail(`沒有可用的實體「${entityName}」；有：${[...check().catalog.entities.keys()].join('、')}`)
  const path = join(schemasFolder, 'screens', `${name}.json`)
  if (existsSync(path)) return fail(`schemas/screens/${name}.json 已存在`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, formatDocument(newScreen(`/${name}`, entity)))
  console.log(`已建立 schemas/screens/${name}.json`)
  return checkAll()
}

function explain(uri = ''): number {
  const { catalog } = check()
  const screen = catalog.screens.get(uri)
  if (screen === undefined) return fail(`沒有可用的畫面「${uri}」；有：${[...catalog.screens.keys()].join('、')}`)
  console.log(explainScreen(screen))
  return 0
}

function writeTypes(): number {
  const { catalog } = check()
  mkdirSync(dirname(typesFile), { recursive: true })
  writeFileSync(typesFile, entityTypes(catalog.entities, catalog.dictionaries))
  console.log(`已產生 ${catalog.entities.size} 個實體的型別`)
  return 0
}

function writeLanguage(): number {
  for (const file of schemaFiles()) {
    const path = join(schemasFolder, file.path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.text)
  }
  console.log('已產生 schemas/language')
  return 0
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function fail(text: string): number {
  console.error(text)
  return 1
}
