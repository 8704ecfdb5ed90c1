import type { PartnerRegistry } from '../registry.ts'
import { convertHandler } from './convert.ts'
import { registerEcho } from './echo.ts'
import { issueHandler } from './issue.ts'
import { bindCardHandler, registerMemberHandler } from './members.ts'
import type { SaleServices } from './posting.ts'
import { answerQuery, answerReconcile, balanceHandler } from './reading.ts'
import { redeemHandler } from './redeem.ts'
import { issueReturnHandler, redeemReturnHandler } from './returns.ts'
import { registerUnknownNumbers } from './unknownNumbers.ts'

/** Every call that this area answers itself; coupons, serials and cards are answered by their areas once these register. */
export function registerCalls(registry: PartnerRegistry, services: SaleServices): void {
  registerEcho(registry)
  registry.registerSale('points/issue', issueHandler(services))
  registry.registerSale('points/redeem', redeemHandler(services))
  registry.register('points/issue_return', issueReturnHandler(services))
  registry.register('points/redeem_return', redeemReturnHandler(services))
  registry.register('points/convert', convertHandler(services))
  registry.register('points/balance', balanceHandler(services))
  registry.register('transactions/query', answerQuery)
  registry.register('members/register', registerMemberHandler(services))
  registry.register('members/bind_card', bindCardHandler(services))
  registry.register('reconcile', answerReconcile)
  registerUnknownNumbers(registry)
}
