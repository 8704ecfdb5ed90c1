export type MatrixKind = 'screen' | 'field' | 'action'

/**
 * What a role may do. Of a screen: it opens it with `all` records, only its `own`, or `nothing` in it, or `none`: it does not open it. Of a
 * field: it is `shown`, `masked`, or `none`. Of an action: `allowed`, or `none`.
 */
export type MatrixCell = 'all' | 'own' | 'nothing' | 'shown' | 'masked' | 'allowed' | 'none'

/** With which forms a role fills in a field: `both`, only that for a new record (`create`), only that for a stored one (`edit`), or `never`. */
export type MatrixFill = 'both' | 'create' | 'edit' | 'never'

export const matrixKindTexts: { readonly [Kind in MatrixKind]: string } = { screen: '畫面', field: '欄位', action: '動作' }

export const matrixCellTexts: { readonly [Cell in MatrixCell]: string } = {
  all: '全部資料',
  own: '自己的資料',
  nothing: '沒有資料',
  shown: '看得到',
  masked: '遮罩',
  allowed: '可以',
  none: '無',
}

export const matrixFillTexts: { readonly [Fill in Exclude<MatrixFill, 'never'>]: string } = {
  both: '可填',
  create: '僅新增可填',
  edit: '僅修改可填',
}

/** A whole cell in words: 看得到、可填. */
export function matrixText(cell: MatrixCell, fill: MatrixFill = 'never'): string {
  return fill === 'never' ? matrixCellTexts[cell] : `${matrixCellTexts[cell]}、${matrixFillTexts[fill]}`
}
