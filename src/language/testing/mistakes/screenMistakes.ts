import { iconNames } from '../../../rules/iconNames.ts'
import type { Mistake } from './mistake.ts'

/** In what a screen is, and in its details and calls. */
export const screenMistakes: readonly Mistake[] = [
  ['少了必要的鍵', 'entity', undefined, '', '缺少必要的鍵「entity」（實體名稱）'],
  ['uri 不是檔案位置', 'uri', '/_demo/shop', '/uri', 'uri 應等於檔案位置「/_demo/shops」'],
  ['實體名稱打錯', 'entity', 'shp', '/entity', '沒有實體「shp」（你是不是要寫「shop」？）'],
  [
    '圖示名稱打錯',
    'icon',
    'storefrnt',
    '/icon',
    `「storefrnt」不是可用的值；可用：共 ${iconNames.length} 種，列於 language/reference.md 的「圖示」（你是不是要寫「storefront」？）`,
  ],
  ['明細實體打錯', 'children.visits.entity', 'vist', '/children/visits/entity', '沒有實體「vist」（你是不是要寫「visit」？）'],
  [
    '明細對應欄位打錯',
    'children.visits.by',
    'shopNum',
    '/children/visits/by',
    '實體 visit 沒有欄位「shopNum」（你是不是要寫「shopNo」？）',
  ],
  [
    '明細對應型別不同',
    'children.visits.by',
    { shopNo: 'points' },
    '/children/visits/by/shopNo',
    '明細與主檔的對應欄位型別不同（string 與 number），對應不到任何資料',
  ],
  [
    '明細欄位打錯',
    'children.visits.columns.0',
    'visitNum',
    '/children/visits/columns/0',
    '實體 visit 沒有欄位「visitNum」（你是不是要寫「visitNo」？）',
  ],
  ['明細欄位用連結', 'children.visits.columns.0', { field: 'visitNo', link: 'view' }, '/children/visits/columns/0/link', '不認識的'],
  ['明細按鈕用內建', 'children.visits.actions.0', 'edit', '/children/visits/actions/0', '此畫面的 actions 沒有「edit」'],
  ['API 方法不對', 'api', { delete: 'POST /api/demo/shops/{id}' }, '/api/delete', 'delete 不能用 POST；可用：DELETE'],
  ['API 動詞打錯', 'api', { lst: 'PUT /api/demo/shops' }, '/api/lst', '不認識的鍵「lst」（你是不是要寫「list」？）'],
  ['API 少了分頁', 'api', { list: 'GET /api/demo/shops' }, '/api/list', 'list 的路徑須有 {pageIndex}、{pageSize}'],
  ['權限名稱寫成一段', 'permission', 'shops', '/permission', '「shops」的寫法不符；應為兩段，例如 company.companies'],
]
