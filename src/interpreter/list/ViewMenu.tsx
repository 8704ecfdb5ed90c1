import { useState } from 'react'
import Dropdown from 'react-bootstrap/Dropdown'
import { useConfirm } from '../../client/dialogs/DialogProvider.tsx'
import { late } from '../../client/load/late.tsx'
import { usePermission } from '../../client/session/useSession.ts'
import type { ResolvedScreen } from '../../language/resolved.ts'
import { savedViewsMax, type Views } from './useViews.ts'

const ViewNameDialog = late(async () => (await import('./ViewNameDialog.tsx')).ViewNameDialog)

const SubscriptionDialog = late(async () => (await import('./subscriptions/SubscriptionDialog.tsx')).SubscriptionDialog)

interface ViewMenuProps {
  readonly screen: ResolvedScreen
  readonly views: Views
  /** Name of the document's view that is open. */
  readonly shown: string | null
}

/** Menu to store the current filters as a view of the user, and to change the open view. */
export function ViewMenu({ screen, views, shown }: ViewMenuProps) {
  const confirm = useConfirm()
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const canSubscribe = useCanSubscribe(screen)
  const [isSubscribing, setSubscribing] = useState(false)
  const { current, currentShared } = views
  const open = current?.id ?? currentShared?.id ?? shown
  const isDefault = views.defaultView === open
  const remove = async () => {
    if (current !== null && (await confirm(`確定要刪除檢視「${current.name}」嗎？`))) views.remove(current.id)
  }
  return (
    <>
      <Dropdown align="end">
        <Dropdown.Toggle size="sm" variant="outline-secondary">
          我的檢視
        </Dropdown.Toggle>
        <Dropdown.Menu>
          <Dropdown.Item as="button" type="button" disabled={views.saved.length >= savedViewsMax} onClick={() => setNaming('new')}>
            儲存為新檢視…
          </Dropdown.Item>
          {current !== null && (
            <>
              <Dropdown.Item as="button" type="button" disabled={!views.isChanged} onClick={views.update}>
                更新「{current.name}」的條件{screen.list.layouts && '與呈現方式'}
              </Dropdown.Item>
              <Dropdown.Item as="button" type="button" onClick={() => setNaming('rename')}>
                重新命名…
              </Dropdown.Item>
              <Dropdown.Item as="button" type="button" onClick={() => void remove()}>
                刪除「{current.name}」
              </Dropdown.Item>
              {views.roles.map(({ roleCode, roleName }) => {
                const isShared = current.sharedWith === roleCode
                return (
                  <Dropdown.Item
                    key={roleCode}
                    as="button"
                    type="button"
                    onClick={() => views.share(current.id, isShared ? null : roleCode)}
                  >
                    {isShared ? `停止共用給「${roleName}」` : `共用給「${roleName}」的人`}
                  </Dropdown.Item>
                )
              })}
            </>
          )}
          <Dropdown.Divider />
          <Dropdown.Item as="button" type="button" disabled={isDefault} onClick={() => views.setDefault(open)}>
            {isDefault ? '目前檢視已是預設' : '設為預設檢視'}
          </Dropdown.Item>
          {canSubscribe && (
            <Dropdown.Item as="button" type="button" onClick={() => setSubscribing(true)}>
              定期寄送…
            </Dropdown.Item>
          )}
        </Dropdown.Menu>
      </Dropdown>
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

/** What leaves by mail leaves like an export. */
function useCanSubscribe({ resource, actions, report }: ResolvedScreen): boolean {
  const canExport = usePermission(`${resource}.export`)
  const isOffered = Object.values(actions).some((action) => action.kind === 'builtIn' && action.action === 'export')
  return canExport && (isOffered || report !== undefined)
}
