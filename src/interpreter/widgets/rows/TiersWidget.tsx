import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import Table from 'react-bootstrap/Table'
import {
  addTier,
  addTierProblem,
  conditionPointTitle,
  discountRateTitle,
  removeTier,
  renumberTiers,
  type Tier,
  tierHint,
  tierLimitDefault,
  tierLimitText,
  tierProblems,
} from '../../../rules/tiers.ts'
import type { WidgetProps } from '../widget.ts'
import { TierRow } from './TierRow.tsx'

/** The editor for point thresholds and discount rates (specification 4, 5 and 9). */
export function TiersWidget(props: WidgetProps) {
  const { id, field, value, onChange, disabled, rowErrors, describedBy } = props
  const [isAddRefused, setAddRefused] = useState(false)
  const tiers = tiersOf(value)
  const limit = field.ui.limit ?? field.property.maxItems ?? tierLimitDefault
  const titles = titlesOf(props)
  // Error texts are shown after an attempt to submit (from the form's validator), or to add a row.
  const problems = isAddRefused ? tierProblems(tiers, titles) : {}
  const problemAt = (member: keyof TierTitles, index: number) =>
    rowErrors?.[index]?.[member]?.join('\n') ?? problems[`${index}.${member}`] ?? ''
  const handleAdd = () => {
    const problem = addTierProblem(tiers, limit)
    setAddRefused(problem !== null)
    if (problem === null) onChange(addTier(tiers))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label stands outside, with those of all other fields
    <div id={id} role="group" aria-labelledby={`${id}_label`} aria-describedby={describedBy}>
      <p className="form-text mt-0 mb-1">{tierHint}</p>
      <Table size="sm" className="mb-2 align-middle">
        <TierHead titles={titles} disabled={disabled} />
        <tbody>
          {tiers.map((tier, index) => (
            <TierRow
              // The sequence number identifies a row; rows are renumbered whenever one is added or removed.
              key={tier.conditionSeq}
              id={`${id}_${index}`}
              tier={tier}
              titles={titles}
              disabled={disabled}
              problems={{ conditionPoint: problemAt('conditionPoint', index), discountRate: problemAt('discountRate', index) }}
              onChange={(changed) => onChange(renumberTiers(tiers.map((one, place) => (place === index ? changed : one))))}
              onRemove={index === 0 ? null : () => onChange(removeTier(tiers, index))}
            />
          ))}
        </tbody>
      </Table>
      {!disabled && <AddTier limit={tiers.length >= limit ? limit : null} onAdd={handleAdd} />}
    </div>
  )
}

interface TierTitles {
  readonly conditionPoint: string
  readonly discountRate: string
}

function TierHead({ titles, disabled }: { readonly titles: TierTitles; readonly disabled: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">#</th>
        <th scope="col">{titles.conditionPoint}</th>
        <th scope="col">{titles.discountRate}</th>
        {!disabled && <td />}
      </tr>
    </thead>
  )
}

/** `limit`: the number of rows that is reached; null below it. */
function AddTier({ limit, onAdd }: { readonly limit: number | null; readonly onAdd: () => void }) {
  return (
    <>
      <Button size="sm" variant="outline-primary" onClick={onAdd}>
        新增
      </Button>
      {limit !== null && (
        <span className="text-danger ms-2" role="status">
          {tierLimitText(limit)}
        </span>
      )}
    </>
  )
}

/** The rows of the value; without any, the first row, which always exists. */
function tiersOf(value: unknown): readonly Tier[] {
  const rows = Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : []
  return rows.length === 0 ? addTier([]) : renumberTiers(rows as readonly Tier[])
}

function titlesOf({ field }: WidgetProps): TierTitles {
  const members = field.property.items?.properties
  return {
    conditionPoint: members?.conditionPoint?.title ?? conditionPointTitle,
    discountRate: members?.discountRate?.title ?? discountRateTitle,
  }
}
