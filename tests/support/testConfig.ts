import { type Config, readConfig } from '../../src/server/platform/config.ts'

/**
 * The configuration of a test server: quiet, off the usual port, everything else as a newcomer gets it; but partners may call as often as
 * they like, because the clock of many tests stands still.
 */
export function testConfig(environment: Readonly<Record<string, string>>): Config {
  return readConfig({ NODE_ENV: 'test', PORT: '0', DEMO: '0', LOG_LEVEL: 'fatal', PARTNER_CALLS_PER_SECOND: '1000000', ...environment })
}
