/** Standard messages of the product (domain 4.0); texts are exact. `{n}` style placeholders are filled by {@link message}. */
export const messages = {
  M01: '新增成功!',
  M02: '修改成功!',
  M03: '刪除成功!',
  M04: '作業完成!',
  M05: '{title} 必填',
  M06: '{title} 格式錯誤',
  M07: '{title} 已存在，請重新輸入。',
  M08: '查無資料',
  M09: '目前狀態不可執行此作業，請重新查詢後再試。',
  M10: '資料已被其他人員修改，請重新查詢後再試。',
  M11: '資料已被使用，無法刪除。',
  M12: '您沒有執行此作業的權限。',
  M13: '審核人員不可與申請人員相同。',
  M14: '迄日不可早於起日。',
  M15: '查詢區間不可超過{days}天。',
  M16: '請先選取資料。',
  M17: '匯入失敗，請修正下列錯誤：',
  M18: '有不合法字串',
  M19: '同一期間已有生效設定，請確認起訖日期。',
  M20: '門檻點數不可重複。',
  M21: '帳期已關帳，不可異動。',
  M22: '點數不足。',
} as const
export type MessageCode = keyof typeof messages

/** HTTP status with which the server sends a message. */
export const messageStatus = {
  M01: 201,
  M02: 200,
  M03: 200,
  M04: 200,
  M05: 400,
  M06: 400,
  M07: 409,
  M08: 404,
  M09: 409,
  M10: 409,
  M11: 409,
  M12: 403,
  M13: 409,
  M14: 400,
  M15: 400,
  M16: 400,
  M17: 400,
  M18: 400,
  M19: 409,
  M20: 400,
  M21: 409,
  M22: 409,
} as const satisfies Record<MessageCode, number>

/** The text of a message with its placeholders filled. A missing value is a programming error, and the placeholder stays visible. */
export function message(code: MessageCode, values: Readonly<Record<string, string | number>> = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
