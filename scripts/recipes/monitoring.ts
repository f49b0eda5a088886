import { spawnSync } from 'node:child_process'
import { missingRow, type Section } from '../bench/targets.ts'
import { findOrInstall } from './programs.ts'

const title = 'Prometheus: deploy/prometheus and deploy/grafana'
const promtool = { name: 'Prometheus', executable: 'promtool', packages: ['prometheus'] }

/** Runs the test of rules and dashboard, which asks Prometheus's own tool where that is installed. */
export function checkMonitoring(report: (line: string) => void): Section {
  const found = findOrInstall(promtool, report)
  if ('missing' in found) {
    return { title, rows: [missingRow('promtool', found.missing)], measured: null }
  }
  const test = ['node_modules/vitest/vitest.mjs', 'run', 'tests/unit/monitoring.test.ts']
  const { status, stdout } = spawnSync(process.execPath, test, { encoding: 'utf8' })
  const passed = status === 0
  if (!passed) report(stdout)
  return {
    title,
    rows: [
      {
        what: 'rules, their tests, scrape configuration and dashboard are accepted',
        figure: passed ? 'yes' : 'no',
        target: { text: 'yes', met: passed },
      },
    ],
    measured: null,
  }
}
