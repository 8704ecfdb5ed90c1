import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { serveSubscriptions } from './routes.ts'
import { sendDue } from './sendSubscriptions.ts'

const jobName = 'subscriptions.send'

/** Lists and reports that users get by mail at fixed times (定期寄送). */
export const subscriptionsPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const wake = async () => {
      await app.jobs.enqueue(app.db, jobName)
      app.jobs.wake()
    }
    app.jobs.register(jobName, {
      title: '定期寄送',
      everyMinutes: 1,
      quiet: true,
      async run({ db, signal }) {
        const { count, isMore } = await sendDue(app, db, signal)
        // Other jobs have their turn between.
        if (isMore && !signal.aborted) await wake()
        return count === 0 ? null : { count }
      },
    })
    serveSubscriptions(app, wake)
  },
  { name: 'subscriptions', dependencies: ['platform', 'screens', 'records', 'identity'] },
)
