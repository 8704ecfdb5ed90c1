import { useState } from 'react'
import type { Order } from '../../../src/answers/exchange.ts'
import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { type HttpProblem, isHttpProblem } from '../../../src/client/http/problem.ts'
import { keyReusedCode } from '../../../src/rules/refusalCodes.ts'
import { useSending } from '../../shared/form/useSending.ts'

/** The steps of an order from its confirmation to its coupons. */
export interface OrderSteps {
  readonly step: 'choosing' | 'confirming' | 'done'
  /** The placed order, in the last step. */
  readonly order: Order | null
  readonly isSending: boolean
  readonly captchaProblem: string | undefined
  ask(): void
  cancel(): void
  confirm(): Promise<void>
  again(): void
}

interface OrderWork {
  readonly place: (http: HttpClient) => Promise<Order>
  /** The key of this draft was used for an order with another content, so the draft is finished. */
  readonly onOtherOrder: () => void
  readonly onPlaced: () => void
  /** Stock and points may have changed, so the page reloads them. */
  readonly onRefused: (problem: HttpProblem) => void
  readonly captcha?: { renew(): void }
}

export function useOrder({ place, onOtherOrder, onPlaced, onRefused, captcha }: OrderWork): OrderSteps {
  const [step, setStep] = useState<OrderSteps['step']>('choosing')
  const [order, setOrder] = useState<Order | null>(null)
  const sending = useSending({ captcha })
  const confirm = async () => {
    const placed = await sending.send(async (http) => {
      try {
        return await place(http)
      } catch (problem) {
        setStep('choosing')
        if (isHttpProblem(problem) && problem.code === keyReusedCode) onOtherOrder()
        if (isHttpProblem(problem) && problem.kind !== 'network') onRefused(problem)
        throw problem
      }
    })
    if (!placed) return
    onPlaced()
    setOrder(placed)
    setStep('done')
    window.scrollTo(0, 0)
  }
  return {
    step,
    order,
    isSending: sending.isSending,
    captchaProblem: sending.problems.captcha,
    ask: () => setStep('confirming'),
    cancel: () => setStep('choosing'),
    confirm,
    again: () => {
      setOrder(null)
      setStep('choosing')
    },
  }
}
