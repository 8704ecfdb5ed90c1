import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { accountingArea } from './accounting/plugin.ts'
import { activityArea } from './activity/plugin.ts'
import { adjustmentsArea } from './adjustments/plugin.ts'
import { announcementArea } from './announcement/plugin.ts'
import { anomalyArea } from './anomaly/plugin.ts'
import { cardArea } from './card/plugin.ts'
import { companyArea } from './company/plugin.ts'
import { connectionArea } from './connection/plugin.ts'
import { contentArea } from './content/plugin.ts'
import { corporateArea } from './corporate/plugin.ts'
import { couponArea } from './coupon/plugin.ts'
import { debtsArea } from './debts/plugin.ts'
import { exchangeArea } from './exchange/plugin.ts'
import { geographyArea } from './geography/plugin.ts'
import { membersArea } from './members/plugin.ts'
import { partnerArea } from './partner/plugin.ts'
import { pointsArea } from './points/plugin.ts'
import { pricingArea } from './pricing/plugin.ts'
import { sealsArea } from './seals/plugin.ts'
import { serialArea } from './serial/plugin.ts'
import { settingsArea } from './settings/plugin.ts'
import { settlementArea } from './settlement/plugin.ts'

/** The business areas: each registers its hooks, dictionaries, routes and jobs. */
export const domainPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    geographyArea(app)
    settingsArea(app)
    companyArea(app)
    pricingArea(app)
    connectionArea(app)
    announcementArea(app)
    contentArea(app)
    corporateArea(app)
    pointsArea(app)
    adjustmentsArea(app)
    membersArea(app)
    debtsArea(app)
    anomalyArea(app)
    activityArea(app)
    // After anomaly and activity, whose inspector and engine it calls; before the areas that answer calls of it.
    partnerArea(app)
    serialArea(app)
    settlementArea(app)
    cardArea(app)
    couponArea(app)
    exchangeArea(app)
    accountingArea(app)
    sealsArea(app)
  },
  { name: 'domain', dependencies: ['platform', 'screens', 'records', 'identity'] },
)
