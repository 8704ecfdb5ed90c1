export type MatrixKind = 'screen' | 'field' | 'action'

/**
 * What a role may do. Of a screen: `all` records, only its `own`, or `none`. Of a field: it is `shown`, `masked`, or `none`. Of an action:
 * `allowed`, or `none`.
 */
export type MatrixCell = 'all' | 'own' | 'shown' | 'masked' | 'allowed' | 'none'

export const matrixKindTexts: { readonly [Kind in MatrixKind]: string } = { screen: '畫面', field: '欄位', action: '動作' }

export const matrixCellTexts: { readonly [Cell in MatrixCell]: string } = {
  all: '全部資料',
  own: '自己的資料',
  shown: '看得到',
  masked: '遮罩',
  allowed: '可以',
  none: '無',
}
