import type { Mistake } from './mistake.ts'

/** In the steps between states. */
export const stepMistakes: readonly Mistake[] = [
  ['一個狀態不寫成清單', 'transitions.approve.from', '1', '/transitions/approve/from', '應為清單 [ ]，實際是「1」，請寫成 ["1"]'],
  [
    '選項寫成名稱',
    'transitions.approve.to',
    '值3',
    '/transitions/approve/to',
    '字典 ShopStatus 沒有代碼「值3」；可用：1（值1）、2（值2）、3（值3）（你是不是要寫「3」？）',
  ],
  [
    '多筆作業必填的單筆輸入',
    'transitions.approve.input',
    { properties: { remark: { type: 'string', title: '說明', 'x-single': true } }, required: ['remark'] },
    '/transitions/approve/input/properties/remark/x-single',
    '「remark」為必填，選取多筆時無法略過',
  ],
  [
    '先填入的欄位打錯',
    'transitions.approve.input',
    { properties: { remark: { type: 'string', title: '說明', 'x-start': 'shopNam' } } },
    '/transitions/approve/input/properties/remark/x-start',
    '實體 shop 沒有欄位「shopNam」（你是不是要寫「shopName」？）',
  ],
  [
    '先填入的欄位型別不同',
    'transitions.approve.input',
    { properties: { remark: { type: 'string', title: '說明', 'x-start': 'points' } } },
    '/transitions/approve/input/properties/remark/x-start',
    '「remark」與「points」的型別不同，不能先填入',
  ],
  [
    '狀態代碼不存在',
    'transitions.approve.from',
    ['8'],
    '/transitions/approve/from/0',
    '字典 ShopStatus 沒有代碼「8」；可用：1（值1）、2（值2）、3（值3）',
  ],
  [
    '狀態欄位打錯',
    'transitions.approve.field',
    'state',
    '/transitions/approve/field',
    '實體 shop 沒有欄位「state」（你是不是要寫「status」？）',
  ],
  [
    '轉換用內建名稱',
    'transitions.delete',
    { label: '作廢', field: 'status', from: ['1'], to: '2', permission: 'void' },
    '/transitions/delete',
    '「delete」是內建動作的名稱，狀態轉換請改用其他名稱',
  ],
  [
    'notBy 不是人員欄位',
    'transitions.approve.notBy',
    ['points'],
    '/transitions/approve/notBy/0',
    'notBy 的欄位存放人員帳號，型別應為 string，「points」是 integer',
  ],
  [
    '輸入欄位用保留名稱',
    'transitions.reject.input.properties.rowVersion',
    { type: 'integer', title: '版' },
    '/transitions/reject/input/properties/rowVersion',
    '「rowVersion」是呼叫本身使用的名稱，請改用其他欄位名稱',
  ],
  [
    '輸入必填欄位不存在',
    'transitions.reject.input.required',
    ['reson'],
    '/transitions/reject/input/required/0',
    '沒有欄位「reson」（你是不是要寫「reason」？）',
  ],
  [
    '權限資源不存在',
    'transitions.approve.permission',
    'demo.shop.approve',
    '/transitions/approve/permission',
    '權限「demo.shop.approve」的資源「demo.shop」不存在（你是不是要寫「demo.shops」？）',
  ],
]
