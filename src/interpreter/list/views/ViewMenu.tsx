import { useState } from 'react'
import { late, lateDialog } from '../../../client/load/late.tsx'
import { MenuButton } from '../../../client/parts/MenuButton.tsx'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { Views } from './useViews.ts'

const LateItems = late(async () => (await import('./ViewMenuItems.tsx')).ViewMenuItems)
const ViewNameDialog = lateDialog(async () => (await import('./ViewNameDialog.tsx')).ViewNameDialog)
const SubscriptionDialog = lateDialog(async () => (await import('../subscriptions/SubscriptionDialog.tsx')).SubscriptionDialog)

interface ViewMenuProps {
  readonly screen: ResolvedScreen
  readonly views: Views
  /** Name of the document's view that is open. */
  readonly shown: string | null
}

/** Menu to store the current filters as a view of the user, and to change the open view. */
export function ViewMenu({ screen, views, shown }: ViewMenuProps) {
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const [isSubscribing, setSubscribing] = useState(false)
  const { current, currentShared } = views
  const open = current?.id ?? currentShared?.id ?? shown
  return (
    <>
      <MenuButton look="btn btn-sm btn-outline-secondary" align="end" content="我的檢視" loadItems={LateItems.fetch}>
        <LateItems {...{ screen, views, open }} onName={setNaming} onSubscribe={() => setSubscribing(true)} />
      </MenuButton>
      {isSubscribing && (
        <SubscriptionDialog
          shown={{ screen, query: views.query, title: (current ?? currentShared)?.name ?? screen.title }}
          onClose={() => setSubscribing(false)}
        />
      )}
      {naming !== null && (
        <ViewNameDialog
          title={naming === 'new' ? '儲存檢視' : '重新命名檢視'}
          initial={naming === 'new' ? '' : (current?.name ?? '')}
          taken={views.saved.filter((view) => naming === 'new' || view !== current).map((view) => view.name)}
          onCancel={() => setNaming(null)}
          onConfirm={(name) => {
            setNaming(null)
            if (naming === 'new') views.save(name)
            else if (current !== null) views.rename(current.id, name)
          }}
        />
      )}
    </>
  )
}
