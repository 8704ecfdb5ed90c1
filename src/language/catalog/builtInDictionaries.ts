/** A dictionary whose options code gives: what it offers, and what its arguments mean. Without a text it takes none. */
export interface BuiltInDictionary {
  readonly name: string
  /** In Traditional Chinese, for the reference. */
  readonly title: string
  readonly strArg?: string
  readonly intArg?: string
}

const editable = '在「參數設定」維護'
const ofCompany = '特約商代號；省略為看得到的全部'

/** Dictionaries provided by code or by code_table (marked ● in domain 5), and those that the browser builds itself. */
export const builtInDictionaries: readonly BuiltInDictionary[] = [
  { name: 'OnTheHour', title: '整點 00:00 至 23:00' },
  { name: 'BoolToTwoValues', title: '是、否（`true`、`false`）' },
  { name: 'Entity', title: '所有實體的名稱與標題' },
  {
    name: 'Company',
    title: '特約商；已終止的列出但不能選',
    strArg: '代號、名稱或簡稱中的關鍵字',
    intArg:
      '省略為全部；`1` 合約有效的（暫停的也列出但不能選）；`2` 預付的；`3` 已終止的也能選，用於終止後的結算；`4` 同 `3`，加上平台（C000000）；`5` 同 `1`，加上平台',
  },
  { name: 'RetailStore', title: '門市；已停用的列出但不能選', strArg: ofCompany, intArg: '`3` 已停用的也能選，用於停用後的結算' },
  { name: 'RewardPoint', title: '贈點設定（代碼為識別碼）；已停用的列出但不能選', strArg: ofCompany },
  { name: 'CompanyType', title: `特約商類型；${editable}` },
  { name: 'ConnectionPlatform', title: '介接平台；已停用的列出但不能選', strArg: '特約商代號：只列它使用的' },
  { name: 'Role', title: '角色；已停用的列出但不能選', strArg: '使用者類型的代碼（字典 UserType）：只列這種帳號的角色' },
  {
    name: 'User',
    title: '同事：平台人員看到平台人員，特約商看到自己公司的人；已停用的列出但不能選',
    strArg: '完整的權限，如 `example.leads.edit`：沒有這項權限的人列出但不能選',
  },
  { name: 'Year', title: '年度，由明年起、新的在前', intArg: '往前幾年，預設 5，最多 50' },
  { name: 'Period', title: '年月，由本月起、新的在前', intArg: '往前幾個月，預設 24，最多 240' },
  { name: 'TaxPeriod', title: '發票期別（每兩個月一期），未來 3 期至過去 30 期' },
  { name: 'City', title: '縣市' },
  { name: 'District', title: '鄉鎮市區', strArg: '縣市代碼；省略為全部' },
  { name: 'ZipCode', title: '郵遞區號', strArg: '鄉鎮市區代碼；省略時沒有選項' },
  { name: 'Bank', title: `銀行；${editable}` },
  { name: 'AdjustReason', title: `調整原因；${editable}`, strArg: '原因代碼的開頭，即調整種類的代碼（101 屬於 1）；省略為全部' },
  { name: 'Payer', title: '支付聯名卡點數的特約商；已終止的列出但不能選' },
  { name: 'CompanyGroup', title: '特約商群組；已停用的列出但不能選' },
  { name: 'PlatformType', title: `平台類型；${editable}` },
  { name: 'PaymentType', title: `付款方式；${editable}` },
  { name: 'CardType', title: `卡別；${editable}` },
  { name: 'AnnouncementCategory', title: `公告類別；${editable}` },
  { name: 'WriteOffReason', title: `沖銷原因；${editable}` },
  { name: 'AllowanceReason', title: `折讓原因；${editable}` },
  { name: 'Industry', title: `行業別；${editable}` },
  { name: 'ExpectedPoints', title: `預計採購點數；${editable}` },
  { name: 'Corporate', title: '企業會員；已停權、已終止的列出但不能選', strArg: '編號或名稱中的關鍵字' },
  { name: 'CouponBatch', title: '票券批次，新的在前', strArg: '狀態的代碼，多個以逗號分隔；省略為全部' },
]
