import { warningAction, warningScope } from '../../../rules/codes.generated.ts'
import { apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, RecordHooks } from '../../records/hooks.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { isRuleCode, type RuleParameter, ruleCatalog } from './rules/catalog.ts'

const parameterTitles: Readonly<Record<RuleParameter, string>> = {
  windowMinutes: '統計區間（分）',
  thresholdCount: '筆數門檻',
  thresholdPoints: '點數門檻',
  thresholdRatio: '比率門檻 %',
}

type Rule = NewRecordOf<'warningRule'>

/** What is wrong with a row of parameters, by field; empty when it can be used. */
function warningRuleProblems(rule: Rule): Readonly<Record<string, string>> {
  if (!isRuleCode(rule.ruleCode)) return { ruleCode: '警示規則 格式錯誤' }
  const kind = ruleCatalog[rule.ruleCode]
  const problems: Record<string, string> = {}
  for (const name of Object.keys(kind.parameters) as RuleParameter[]) {
    // R10 watches counts and points; one of the two is enough.
    const isOptional = rule.ruleCode === 'R10' && name !== 'windowMinutes'
    if ((rule[name] ?? null) === null && !isOptional) problems[name] = `${parameterTitles[name]} 必填`
  }
  if (rule.ruleCode === 'R10' && (rule.thresholdCount ?? null) === null && (rule.thresholdPoints ?? null) === null) {
    problems.thresholdCount = '筆數門檻、點數門檻至少填一項'
  }
  if (rule.scope === warningScope.company && !kind.hasCompany) problems.scope = '此規則只適用全系統'
  if (((rule.activeFrom ?? null) === null) !== ((rule.activeTo ?? null) === null)) problems.activeTo = '監控時段起、迄須同時填寫'
  else if (rule.activeFrom && rule.activeFrom === rule.activeTo) problems.activeTo = '監控時段起、迄不可相同'
  return problems
}

/** Parameters that the rule does not have are left empty, whatever came with them. */
function ownParameters(rule: Rule): ChangesOf<'warningRule'> {
  if (!isRuleCode(rule.ruleCode)) return {}
  const { parameters } = ruleCatalog[rule.ruleCode]
  const foreign = (Object.keys(parameterTitles) as RuleParameter[]).filter((name) => !Object.hasOwn(parameters, name))
  return Object.fromEntries(foreign.map((name) => [name, null]))
}

function checked(rule: Rule): void {
  const problems = warningRuleProblems(rule)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  const canRefuse = isRuleCode(rule.ruleCode) && ruleCatalog[rule.ruleCode].when === 'posting'
  if (rule.action === warningAction.refuse && !canRefuse) throw textError(400, '此規則不支援拒絕交易。')
}

async function assertOnlyRowOfRule({ trx }: HookContext, rule: Rule): Promise<void> {
  const row = await trx
    .selectFrom('warningRule')
    .select('id')
    .where('ruleCode', '=', rule.ruleCode)
    .where('scope', '=', rule.scope)
    .where((where) => (rule.companyNo ? where('companyNo', '=', rule.companyNo) : where('companyNo', 'is', null)))
    .executeTakeFirst()
  if (row) throw apiError('M07', { title: '警示規則與適用範圍' })
}

/** 異常警示參數設定 (domain 4.7). @param forget drops what this process keeps of the parameters */
export function createWarningRuleHooks(forget: () => void): RecordHooks<'warningRule'> {
  const changed = ({ afterCommit }: HookContext) => afterCommit(forget)
  return {
    async beforeCreate(context, input) {
      const rule = { ...input, companyNo: input.scope === warningScope.company ? input.companyNo : null }
      checked(rule)
      await assertOnlyRowOfRule(context, rule)
      return { ...rule, ...ownParameters(rule), warningRuleNo: formatNumber('WR', await nextNumber(context.trx, 'warningRule'), 6) }
    },
    beforeUpdate(_context, before, changes) {
      checked({ ...before, ...changes })
      return { ...changes, ...ownParameters(before) }
    },
    afterCreate: changed,
    afterUpdate: changed,
    beforeDelete: changed,
  }
}
