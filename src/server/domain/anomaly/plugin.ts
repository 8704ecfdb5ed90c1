import type { FastifyInstance } from 'fastify'
import { AnomalyInspector } from './inspector.ts'
import { RuleBook } from './ruleBook.ts'

declare module 'fastify' {
  interface FastifyInstance {
    anomaly: AnomalyInspector
  }
}

/** Anomaly rules: what they say about postings, what people do about their hits. */
export function anomalyArea(app: FastifyInstance): void {
  const book = new RuleBook(app.clock)
  app.decorate('anomaly', new AnomalyInspector(book, app.clock))
}
