import { numberPattern } from '../../rules/numberPattern.ts'

/** Explanations of the regular expressions in the language, because people should not have to read these. */
const texts: Readonly<Record<string, string>> = {
  '^/[a-z_]+$': '應為 /_群組，小寫英文與底線，例如 /_company',
  '^[a-z0-9_]+$': '應為 Material Symbols 的圖示名稱，小寫英文、數字與底線，例如 list_alt',
  '^[a-z_0-9]+$': '應為畫面網址的最後一段，小寫英文、數字與底線，例如 companies',
  '^[a-z][A-Za-z0-9_]*$': '應以小寫英文開頭，只含英文、數字與底線，例如 retailStore',
  '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*)?$':
    '應為此畫面的動作（approve）或三段的完整權限（company.companies.approve），只用小寫英文、數字與底線',
  '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*){2}$': '應為三段的完整權限，例如 settings.screens.view，只用小寫英文、數字與底線',
  '^[A-Z][A-Za-z0-9]*$': '應為字典名稱，大寫英文開頭，只含英文與數字，例如 RecordStatus',
  '^[a-z][A-Za-z0-9]*$': '應以小寫英文開頭，只含英文與數字，例如 companyNo',
  '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$':
    '應為欄位名稱（companyNo），或參照欄位與所指資料的欄位（lotNo.lotName），以小寫英文開頭，只含英文與數字',
  '^[a-z][a-z0-9_]*$': '應為資料庫名稱，小寫英文開頭，只含小寫英文、數字與底線，例如 retail_store',
  '^(row|form|user|now)(\\.[A-Za-z][A-Za-z0-9]*)*$': '應為 row.、form.、user.、now. 開頭的路徑',
  '^(GET|POST|PUT|DELETE) /api/[A-Za-z0-9_/{}]+$':
    '應為方法、一個空格、/api/ 開頭的路徑，例如 "POST /api/company/shops/{id}/close"；不可呼叫其他網站',
  '^POST /api/[A-Za-z0-9_/]+$':
    '應為 POST、一個空格、/api/ 開頭的路徑，例如 "POST /api/points/adjustmentslist/lines/import"；不可呼叫其他網站',
  '^GET /api/[A-Za-z0-9_/]+$': '應為 GET、一個空格、/api/ 開頭的路徑，例如 "GET /api/account/permissions"；不可呼叫其他網站',
  '^GET /api/[A-Za-z0-9_/]+(\\?[a-z][A-Za-z0-9]*=form\\.[a-z][A-Za-z0-9]*)?$':
    '應為 GET、一個空格、/api/ 開頭的路徑，可帶一個由同一表單的欄位填入的參數，例如 "GET /api/account/permissions?userType=form.userType"；不可呼叫其他網站',
  '^-?[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$': '應為欄位名稱，由大到小時前面加減號，例如 "-createdAt"',
  '^/[A-Za-z0-9_/]+([?&][A-Za-z0-9]+=\\{[a-z][A-Za-z0-9]*\\})*$':
    '應為畫面路徑，可帶由該筆資料填入的查詢條件，例如 /_company/companies 或 /_demo/visits?shopNo={shopNo}；不可開啟其他網站',
  '^/[a-z_]+/[a-z_0-9]+$': '應為 /群組/名稱，小寫英文、數字與底線，例如 /_company/companies',
  '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$': '應為兩段，例如 company.companies',
  '^[A-Z][A-Z0-9_]*$': '應為角色代碼，大寫英文開頭，只含大寫英文、數字與底線，例如 FIN',
  '^(user|now|today|none|input\\.[a-z][A-Za-z0-9]*)$': '應為 user、now、today、none，或 input. 加輸入欄位的名稱，例如 input.reason',
  [numberPattern]:
    '應為文字（英文、數字、-、_、/）、至多一個年月日（{yyyy}、{yyyyMM}、{yyyyMMdd}、{yy}、{yyMM}、{yyMMdd}）與一個流水號（{0000}），例如 PK{yyyyMM}{0000}',
  '\\{count\\}': '應含有 {count}，顯示時換成筆數，例如「{count} 張憑證已逾上傳期限」',
  '^.*$': '任何文字',
}

/** What is expected, as a part of a sentence. A test ensures that every pattern of the language has a text. */
export function patternText(pattern: string): string {
  return Object.hasOwn(texts, pattern) ? (texts[pattern] ?? '') : `應符合 ${pattern}`
}
