import type { DocumentKind } from '../catalog/catalog.ts'

type Texts = Readonly<Record<string, string>>

const column: Texts = {
  field: '欄位名稱',
  title: '欄位標題；省略時用實體的標題',
  format: '顯示方式；省略時用實體的 x-format',
  link: '點選後開啟：view 檢視表單、edit 修改表單',
  width: '寬度（像素）',
  align: '對齊：start 靠左、center 置中、end 靠右；省略時依顯示方式',
  pin: '橫向捲動時固定在：start 左側、end 右側',
  hidden: 'true：預設不顯示，使用者可由欄位選單打開',
  total: 'true：在總計列加總（等於寫在 totals）',
}

const filter: Texts = {
  field: '欄位名稱；輸入元件由欄位決定',
  op: '比對方式：contains 包含、eq 等於、ne 不等於、in 其中之一、lt 小於、lte 小於等於、gt 大於、gte 大於等於、between 區間',
  default: '一進畫面就套用的值；日期區間寫 {"lastDays": 7}，月份可寫 {"monthsAgo": 1}（上個月），in 與數字區間寫清單',
  required: 'true：沒有值就不查詢',
  maxDays: '日期區間最多幾天',
  identifies: 'true：唯一的編號，以 eq 給完整的值時不需要必填或限制天數的日期區間，也不套用其預設值',
  single: 'true：一次只能選一個值；省略時 eq 可選多個值，清單列出符合其中之一的資料',
  lookup: '遮罩欄位才有：可以用完整的值查詢的權限；每人每小時有次數上限，並留下紀錄',
}

const { field, title, format, align, hidden } = column
const childColumn: Texts = { field, title, format, align, hidden } as Texts

const group: Texts = { title: '區塊標題', fields: '區塊中的欄位', collapsed: 'true：一開始收合' }

const conditions: Texts = {
  visible: '顯示的條件；省略時一直顯示',
  required: '必填的條件；實體的 required 之外再加上',
  readonly: '唯讀的條件',
}

const ui: Texts = {
  widget: '輸入元件；省略時依欄位型別',
  help: '欄位下方的說明；省略時用實體的 description',
  placeholder: '空白時的提示文字',
  columns: '欄寬，共 12 格；省略時 6 格（半行）',
  rows: '多行文字的行數',
  options: '元件自己的設定',
  'options.source':
    'tree 的選項來源，例如 GET /api/account/permissions?userType=form.userType（參數可由同一表單的欄位填入）；答覆為 [{key, value, parentKey}]',
  'options.generate': 'secret 的「產生」按鈕所呼叫的 API；答覆中與表單欄位同名的值都會帶入',
  'options.import':
    'rows 的「匯入明細」所呼叫的 API，例如 POST /api/points/adjustmentslist/lines/import；範例檔在同一路徑之後加上 /example。需要此畫面的 import 權限',
  labels: '是否欄位兩個選項的文字',
  'labels.true': 'true 的文字',
  'labels.false': 'false 的文字',
  limit: '清單最多幾筆',
}

const tab: Texts = {
  title: '頁籤標題',
  fields: '頁籤中的欄位',
  groups: '頁籤中的區塊',
  child: '明細清單的名稱（children）',
  history: 'true：異動紀錄',
  visible: '顯示此頁籤的條件（row、user、now）',
  ...below('groups', group),
}

const input: Texts = { title: '小表單的標題', properties: '要填的欄位', required: '必填的欄位' }

const api: Texts = {
  list: '清單：GET 須有 {pageIndex}、{pageSize}，PUT 與 POST 由內容帶入',
  get: '一筆資料；路徑沒有 {id} 時由查詢字串或內容帶入',
  create: '新增',
  update: '修改',
  delete: '刪除',
  transition: '一筆的狀態轉換，須有 {transition}',
  bulk: '多筆的狀態轉換，須有 {transition}',
  export: '匯出檔案',
  import: '匯入檔案',
  importExample: '匯入範例檔',
  history: '異動紀錄，須有 {id}',
  children: '明細清單，須有 {id}、{child}、{pageIndex}、{pageSize}',
  choices: '參照欄位（x-ref）可挑選的資料，須有 {field}',
  report: '彙總',
}

const entity: Texts = { ...below('transitions.*.input', input), ...below('when.*', conditions) }

const screen: Texts = {
  ...below('api', api),
  ...below('list.columns', column),
  ...below('list.filters', filter),
  ...below('list.views.*', {
    title: '頁籤文字',
    filter: '頁籤的條件',
    notice: '有符合的資料時顯示於清單上方的提醒；{count} 為筆數，按「查看」開啟此檢視',
  }),
  ...below('forms.*.groups', group),
  ...below('forms.*.tabs', tab),
  ...below('forms.*.when.*', conditions),
  ...below('forms.*.lock', { fields: '欄位名稱', when: '唯讀的條件' }),
  ...below('forms.*.ui.*', ui),
  ...below('actions.*.input', input),
  ...below('children.*.columns', childColumn),
  ...below('children.*.views.*', { title: '按鈕文字', filter: '按下後列出的條件' }),
  ...below('report.groups', { field: '群組的欄位', title: '群組標題；省略時用欄位標題', by: '日期的群組：day 日、month 月、year 年' }),
}

const menu: Texts = below('groups.items', {
  screen: '畫面網址的最後一段',
  page: '不是由文件畫出的頁面',
  displayName: '選單文字',
  matIcon: '圖示（Material Symbols 名稱）',
  permission: '有此權限者才看得到；省略時人人可見',
})

const { field: tileField, title: tileTitle, format: tileFormat, align: tileAlign } = column
const dashboard: Texts = {
  ...below('tiles.groupBy', { field: '分組的欄位', title: '標題；省略時用欄位標題', by: '日期的分組：day 日、month 月、year 年' }),
  ...below('tiles.columns', { field: tileField, title: tileTitle, format: tileFormat, align: tileAlign } as Texts),
}

const property: Texts = below('x-dictionary', {
  name: '字典名稱',
  strArg: '文字參數；"form.欄位" 取同一表單（或查詢列）中另一個欄位的值',
  intArg: '整數參數',
})

const pathOperand = { path: '另一個值的路徑，例如 row.companyNo、user.userName、now.date' }
const tests: Texts = Object.assign({}, ...['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'has'].map((test) => below(test, pathOperand)))

/** Descriptions of the keys in parts that several places share (columns, filters, groups, conditions), for editors and the reference. */
export const partDescriptions: Readonly<Record<DocumentKind | 'property' | 'predicate' | 'tests' | 'formula', Texts>> = {
  entity,
  screen,
  dictionary: {},
  menu,
  preset: {},
  dashboard,
  property,
  predicate: {},
  tests,
  formula: {},
}

function below(path: string, texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${path}.${key}`, text]))
}
