import type { DocumentFile } from '../check/checkedFiles.ts'
import { demoFiles } from './documents.ts'
import { buttonMistakes } from './mistakes/buttonMistakes.ts'
import { conditionMistakes } from './mistakes/conditionMistakes.ts'
import { entityMistakes } from './mistakes/entityMistakes.ts'
import { fieldMistakes } from './mistakes/fieldMistakes.ts'
import { formMistakes } from './mistakes/formMistakes.ts'
import { listMistakes } from './mistakes/listMistakes.ts'
import type { Mistake } from './mistakes/mistake.ts'
import { screenMistakes } from './mistakes/screenMistakes.ts'
import { stepMistakes } from './mistakes/stepMistakes.ts'

const dictionaryMistakes: readonly Mistake[] = [
  ['字典代碼重複', 'options.1.key', '1', '/options/1/key', '代碼「1」重複，請刪除其中一個'],
  ['字典代碼用數字', 'options.0.key', 1, '/options/0/key', '應為文字，實際是 1'],
  ['標籤顏色不存在', 'options.0.tone', 'red', '/options/0/tone', '「red」不是可用的值；可用：primary、secondary、success、warning、danger'],
]

const menuMistakes: readonly Mistake[] = [
  [
    '選單的畫面打錯',
    'groups.0.items.0',
    'shop',
    '/groups/0/items/0',
    '警告 沒有畫面「/_demo/shop」，選單不會顯示（你是不是要寫「/_demo/shops」？）',
  ],
]

/** By the file in which they are made. */
export const mistakes: readonly (readonly [file: string, mistakes: readonly Mistake[]])[] = [
  ['entities/demo/shop.json', [...entityMistakes, ...fieldMistakes, ...stepMistakes, ...conditionMistakes]],
  ['screens/_demo/shops.json', [...screenMistakes, ...listMistakes, ...buttonMistakes, ...formMistakes]],
  ['dictionaries/ShopKind.json', dictionaryMistakes],
  ['menu.json', menuMistakes],
]

/** The demo documents with one mistake in one file. */
export function filesWith(file: string, [, path, value]: Mistake): readonly DocumentFile[] {
  return demoFiles().map((one) => (one.path === file ? { path: file, text: replaced(one.text, path.split('.'), value) } : one))
}

/** The text of a document with one part replaced; missing parents are created. */
function replaced(text: string, path: readonly string[], value: unknown): string {
  const document = JSON.parse(text) as Record<string, unknown>
  const parent = path.slice(0, -1).reduce<Record<string, unknown>>((part, key) => {
    part[key] ??= {}
    return part[key] as Record<string, unknown>
  }, document)
  parent[path.at(-1) ?? ''] = value
  return JSON.stringify(document, null, 2)
}
