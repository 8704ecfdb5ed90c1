import type { Mistake } from './mistake.ts'

/** In what an entity says of its records as a whole. */
export const entityMistakes: readonly Mistake[] = [
  ['實體名稱用中文', 'name', '門市', '/name', '「門市」的寫法不符；應以小寫英文開頭，只含英文、數字與底線，例如 retailStore'],
  ['必填欄位打錯', 'required.0', 'shopNme', '/required/0', '實體 shop 沒有欄位「shopNme」（你是不是要寫「shopName」？）'],
  ['必填由伺服器計算的欄位', 'required.1', 'shopNo', '/required/1', '欄位「shopNo」由伺服器計算（x-computed），不可列為必填'],
  ['key 不是欄位', 'key', 'no', '/key', '實體 shop 沒有欄位「no」（你是不是要寫「shopNo」？）'],
  ['label 是圖片', 'label', 'logo', '/label', 'label 是顯示用的名稱，不能是圖片、格式文字、JSON 或機密：「logo」；請改寫大家認得的欄位'],
  ['key 是清單', 'key', 'tags', '/key', 'key 是大家稱呼這筆資料的編號，型別應為 string 或 integer，「tags」是 array'],
  ['scope 是數字', 'scope', 'points', '/scope', 'scope 存放特約商代號，型別應為 string，「points」是 integer'],
  ['沒有 table 卻指定 view', 'view', 'shop_view', '/view', '沒有 table 的實體存於共用文件表，不能指定 view'],
  [
    'unique 含清單欄位',
    'unique',
    [['shopName', 'tags']],
    '/unique/0/1',
    'unique 的欄位須是單一的值，型別應為 string 或 integer 或 number 或 boolean，「tags」是 array',
  ],
]
