import { Fragment, memo, type ReactNode, useContext, useEffect, useState } from 'react'
import Tab from 'react-bootstrap/Tab'
import Tabs from 'react-bootstrap/Tabs'
import { flushSync } from 'react-dom'
import { CollapsibleCard } from '../../../client/parts/CollapsibleCard.tsx'
import { evaluate } from '../../../language/predicate/predicate.ts'
import type { ResolvedGroup, ResolvedTab } from '../../../language/resolved.ts'
import { fieldId } from '../values/formDefinition.ts'
import { type FormFrame, useFormFrame } from './FormFrameContext.ts'
import { focusField } from './focusField.ts'
import { StepLine } from './StepLine.tsx'
import { TabAddressContext } from './TabAddressContext.ts'

interface LayoutFrameProps {
  /** The element of each shown field. */
  readonly elements: ReadonlyMap<string, ReactNode>
  readonly errorCounts: ReadonlyMap<string, number>
}

/** Arranges fields in groups and tabs, for input and view forms. Drawn again only when fields appear or disappear. */
export const LayoutFrame = memo(function LayoutFrame({ elements, errorCounts }: LayoutFrameProps) {
  const frame = useFormFrame()
  const { layout } = frame.definition
  const tabs = layout.kind === 'tabs' ? layout.tabs.filter((tab) => isShown(tab, elements, frame)) : []
  const addressed = useContext(TabAddressContext)
  const [ownTab, setOwnTab] = useState<string | null>(null)
  const activeTab = tabs.find((tab) => tab.title === (addressed === null ? ownTab : addressed.title))?.title
  const openTab = (title: string | null) => (addressed === null ? setOwnTab(title) : title !== null && addressed.open(title))

  useEffect(() => {
    frame.opener.open = (field, cell) => {
      const tab = tabs.find(({ content }) => content.kind === 'groups' && content.groups.some((group) => group.fields.includes(field)))
      const steps = frame.steps
      if (tab) flushSync(() => (steps ? steps.open(tabs.indexOf(tab)) : openTab(tab.title)))
      const id = fieldId(frame.formId, field)
      // A cell of another page of rows is not drawn.
      if (cell === undefined || !focusField(`${id}_${cell}`)) focusField(id)
    }
  })

  useEffect(() => {
    // The open tab may be outside the visible part of the tab line.
    const tab = activeTab === undefined ? null : document.getElementById(`${frame.formId}-tab-${activeTab}`)
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [activeTab, frame.formId])

  const step = frame.steps && tabs[frame.steps.index]
  if (frame.steps && step?.content.kind === 'groups')
    return (
      <>
        <StepLine tabs={tabs} steps={frame.steps} />
        <Groups groups={step.content.groups} elements={elements} />
      </>
    )
  if (layout.kind === 'groups') return <Groups groups={layout.groups} elements={elements} />
  return (
    <Tabs id={frame.formId} activeKey={activeTab ?? tabs[0]?.title ?? ''} onSelect={openTab} mountOnEnter className="mb-3">
      {tabs.map((tab) => (
        <Tab key={tab.title} eventKey={tab.title} title={<TabTitle tab={tab} errorCounts={errorCounts} />}>
          {tab.content.kind === 'groups' ? <Groups groups={tab.content.groups} elements={elements} /> : frame.renderPanel?.(tab.content)}
        </Tab>
      ))}
    </Tabs>
  )
})

/** A tab is shown when its condition holds and it has content. Child lists need a stored record. */
function isShown(tab: ResolvedTab, elements: ReadonlyMap<string, ReactNode>, frame: FormFrame): boolean {
  if (tab.visible !== undefined && !evaluate(tab.visible, frame.scope)) return false
  if (tab.content.kind !== 'groups') return frame.renderPanel !== null
  return frame.steps !== null || tab.content.groups.some((group) => group.fields.some((field) => elements.has(field)))
}

function TabTitle({ tab, errorCounts }: { readonly tab: ResolvedTab; readonly errorCounts: ReadonlyMap<string, number> }) {
  const fields = tab.content.kind === 'groups' ? tab.content.groups.flatMap((group) => group.fields) : []
  const count = fields.reduce((sum, field) => sum + (errorCounts.get(field) ?? 0), 0)
  return (
    <>
      {tab.title}
      {count > 0 && (
        <span className="badge text-bg-danger ms-2">
          {count}
          <span className="visually-hidden"> 個錯誤</span>
        </span>
      )}
    </>
  )
}

function Groups({ groups, elements }: { readonly groups: readonly ResolvedGroup[]; readonly elements: ReadonlyMap<string, ReactNode> }) {
  return groups.map((group) => {
    const shown = group.fields.filter((field) => elements.has(field))
    if (shown.length === 0) return null
    const key = group.title ?? group.fields[0]
    const grid = (
      <div className="record-form-grid">
        {shown.map((field) => (
          <Fragment key={field}>{elements.get(field)}</Fragment>
        ))}
      </div>
    )
    if (group.title === undefined) return <Fragment key={key}>{grid}</Fragment>
    return (
      <CollapsibleCard key={key} title={group.title} collapsed={group.collapsed}>
        {grid}
      </CollapsibleCard>
    )
  })
}
