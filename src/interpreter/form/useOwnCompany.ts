import { useMemo } from 'react'
import { useUserScope } from '../../client/session/useSession.ts'
import type { ResolvedForm } from '../../language/resolved.ts'

/** The form as somebody of a merchant fills it in: all records are of the own company, so that field is filled in and locked. */
export function useOwnCompany(form: ResolvedForm): ResolvedForm {
  const { companyNo } = useUserScope()
  return useMemo(() => withOwnCompany(form, companyNo), [form, companyNo])
}

function withOwnCompany(form: ResolvedForm, companyNo: string | null): ResolvedForm {
  const scope = Object.values(form.fields).find(({ isScope }) => isScope)
  if (companyNo === null || scope === undefined) return form
  const own = { ...scope, readonly: true, property: { ...scope.property, default: companyNo } }
  return { ...form, fields: { ...form.fields, [scope.field]: own } }
}
