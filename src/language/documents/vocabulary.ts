/**
 * The closed word lists of the screen language. Every table by format, operator or widget elsewhere (checker, interpreter, records engine)
 * is tied to these by `satisfies Record<...>`.
 */

/** How a value is displayed (`x-format`, or `format` of a column). */
export const displayFormats = [
  'text',
  'points',
  'integer',
  'money',
  'price',
  'percent',
  'date',
  'dateTime',
  'month',
  'badge',
  'boolean',
  'image',
  'html',
  'tags',
  'json',
  'multiline',
  'tiers',
  'files',
] as const
export type DisplayFormat = (typeof displayFormats)[number]

/** Named value formats (`format`); their checks are in `src/rules/formats.ts`. */
export const valueFormats = [
  'date',
  'date-time',
  'month',
  'email',
  'taxNumber',
  'phone',
  'mobile',
  'invoiceNumber',
  'alphaNumeric',
  'accountName',
  'zipCode',
  'ipOrCidr',
  'base64',
  'hex',
  'https',
  'imageDataUrl',
  'fileDataUrl',
  'html',
  'json',
  'hour',
] as const
export type ValueFormat = (typeof valueFormats)[number]

/** Form controls (`x-widget`, or `ui.<field>.widget`); the default is derived from the property. */
export const widgetNames = [
  'text',
  'textarea',
  'password',
  'number',
  'select',
  'multiselect',
  'radio',
  'checkboxes',
  'switch',
  'date',
  'dateTime',
  'month',
  'image',
  'files',
  'richText',
  'tiers',
  'rows',
  'tags',
  'tree',
  'json',
  'readonly',
  'secret',
  'reference',
] as const
export type WidgetName = (typeof widgetNames)[number]

/** How a roll-up makes one value of several records. */
export const rollupOps = ['count', 'sum', 'min', 'max', 'last'] as const
export type RollupOp = (typeof rollupOps)[number]

/** Filter operators. */
export const filterOps = ['contains', 'eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'between'] as const
export type FilterOp = (typeof filterOps)[number]

/** Toolbar, row and bulk actions that need no declaration. */
export const builtInActions = ['create', 'edit', 'view', 'delete', 'export', 'import', 'copy', 'history', 'print'] as const
export type BuiltInAction = (typeof builtInActions)[number]

/** The calls of a screen's API (`api`). */
export const apiVerbs = [
  'list',
  'get',
  'create',
  'update',
  'delete',
  'transition',
  'bulk',
  'export',
  'import',
  'importExample',
  'history',
  'children',
  'choices',
  'report',
] as const
export type ApiVerb = (typeof apiVerbs)[number]

/** Time spans by which a report groups dates, in Taipei. */
export const reportPeriods = ['day', 'month', 'year'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** How a report makes one figure of a field over the rows of a group, besides the sum. */
export const measureOps = ['average', 'min', 'max', 'distinct'] as const
export type MeasureOp = (typeof measureOps)[number]

export const chartTypes = ['bar', 'line', 'pie'] as const
export type ChartType = (typeof chartTypes)[number]

/** Charts of dashboards. `stacked`: bars of several parts; `share`: parts of a whole. */
export const dashboardCharts = ['line', 'bar', 'stacked', 'share'] as const
export type DashboardChart = (typeof dashboardCharts)[number]

/** Periods from which a reader of a dashboard chooses; those of months and years end today. */
export const dashboardPeriods = ['last7Days', 'last30Days', 'last90Days', 'thisMonth', 'lastMonth', 'thisYear', 'last12Months'] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]

/** Button tones, as in Bootstrap. */
export const tones = ['primary', 'secondary', 'success', 'warning', 'danger'] as const
export type Tone = (typeof tones)[number]

/** Lists with more words than this are catalogues of names, such as icons. Texts do not list their words. */
export const catalogueFrom = 60
