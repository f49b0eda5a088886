import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { runModule } from '../support/run-module.ts'

const rulesFile = 'deploy/prometheus/alerts.yaml'
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const ruleFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({
            summary: z.string(),
            description: z.string(),
            runbook: z.string(),
          }),
        }),
      ),
    }),
  ),
})
const rules = ruleFile
  .parse(parse(readFileSync(rulesFile, 'utf8')))
  .groups.flatMap((group) => group.rules)

const place = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
const dashboard = z
  .object({
    templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
    panels: z.array(
      z.object({
        id: z.number(),
        type: z.literal('timeseries'),
        title: z.string().min(1),
        description: z.string().min(1),
        datasource: z.object({ uid: z.literal('${datasource}') }),
        gridPos: place,
        fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
        targets: z.array(z.object({ expr: z.string() })).min(1),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('deploy/grafana/site.json', 'utf8')))
const panelExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** The metrics at /metrics with their labels, also of those that need a setting. */
let metrics: [name: string, type: string, labels: string[]][]
/** The labels of each series. */
let labels: Map<string, string[]>
beforeAll(async () => {
  const [json = ''] = await runModule(`
    import * as all from './server/observe/metrics.ts'
    all.collectProcessMetrics()
    all.reportContentAges(() => ({}))
    all.reportSharedCache(() => true)
    all.reportEnquiries(async () => ({}))
    const found = all.registry.getMetricsAsArray()
    console.log(JSON.stringify(found.map(({ name, type, labelNames }) => [name, type, labelNames])))
  `)
  metrics = z.array(z.tuple([z.string(), z.string(), z.array(z.string())])).parse(JSON.parse(json))
  labels = new Map(
    metrics.flatMap(([name, type, own]): [string, string[]][] =>
      type === 'histogram'
        ? [
            [`${name}_bucket`, [...own, 'le']],
            [`${name}_count`, own],
            [`${name}_sum`, own],
          ]
        : [[name, own]],
    ),
  )
  // Prometheus’ own.
  labels.set('up', [])
})

const notMetrics = /^(?:and|or|unless|by|on|ignoring|offset|bool)$/

/** Each series that a PromQL expression reads, with the labels that it selects by. */
function seriesOf(expression: string) {
  const plain = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\b(?:by|on|ignoring) \([^)]*\)|\[[^\]]*\]|\$\w+|\b\d+[smhd]?\b/g, ' ')
  return [...plain.matchAll(/\b([a-z_]\w*)\b(?! *\()(?:\{([^}]*)\})?/g)]
    .map(([, name = '', matchers = '']) => ({
      name,
      selectors: [...matchers.matchAll(/(\w+) *(?:=|!=|=~|!~)""/g)].map(([, label = '']) => label),
    }))
    .filter(({ name }) => !notMetrics.test(name))
}

/** The labels by which an expression groups. */
function groupsOf(expression: string) {
  const lists = [...expression.matchAll(/\bby \(([^)]*)\)/g)]
  return lists.flatMap(([, list = '']) => list.split(',').map((label) => label.trim()))
}

/** Labels that Prometheus adds. */
const added = ['job', 'instance']

describe('the dashboard and the alerts', () => {
  const expressions = [...rules.map(({ expr }) => expr), ...panelExpressions]

  test.each(expressions)('%s reads what the site has', (expression) => {
    const series = seriesOf(expression)
    expect(series.length).toBeGreaterThan(0)
    const known = series.flatMap(({ name }) => labels.get(name) ?? [])
    for (const { name, selectors } of series) {
      expect([...labels.keys()]).toContain(name)
      expect([...(labels.get(name) ?? []), ...added]).toEqual(expect.arrayContaining(selectors))
      expect(selectors, name).toContain('job')
    }
    expect([...known, ...added]).toEqual(expect.arrayContaining(groupsOf(expression)))
  })
})

describe('the dashboard', () => {
  test('lets an operator choose data source, job and process', () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual([
      'datasource',
      'job',
      'instance',
    ])
    for (const expression of panelExpressions) {
      for (const { selectors } of seriesOf(expression)) {
        expect(selectors, expression).toEqual(expect.arrayContaining(added))
      }
    }
  })

  test('has no panels on top of each other, and none with the same id', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...cells.map((cell) => Number(cell.split(' ')[0])))).toBe(23)
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('the documentation has a row for each metric, with its labels, and for no other', () => {
  const manual = readFileSync('docs/monitoring.md', 'utf8')
  const [, section = ''] = manual.split(/^## Metrics$/m)
  const [table = ''] = section.split(/^#/m)
  const rows = [...table.matchAll(/^\| `(\w+)` +\|([^|]*)\|/gm)].map(([, name = '', cell = '']) =>
    `${name} ${cell.replaceAll(/[` ]/g, '')}`.trim(),
  )
  const own = metrics.filter(([name]) => !/^(?:process|nodejs)_/.test(name))
  const expected = own.map(([name, , names]) => `${name} ${names.join(',')}`.trim())
  expect(rows.sort()).toEqual(expected.sort())
})

/** The text of all sources that may write to the log. */
function readSources() {
  const files = ['app', 'packages', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

test('each log message that the operations manual or an alert names is one that the site writes', () => {
  const [, section = ''] = readFileSync('docs/monitoring.md', 'utf8').split(/^## Log messages$/m)
  const [table = ''] = section.split(/^#/m)
  const inManual = [...table.matchAll(/^\| \d0 +\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
  )
  const inAlerts = rules.flatMap(({ annotations: { description } }) =>
    [...description.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message),
  )
  expect(inManual.length).toBeGreaterThan(50)
  expect(inAlerts.length).toBeGreaterThan(5)
  const sources = readSources()
  // Parts of a message may be variable, and some are put together from two texts.
  const partsOf = (message: string) => message.split(/FILE.*|…|(?=, and enquiries wait| rebuilt)/)
  const unknown = [...inManual, ...inAlerts].filter((message) =>
    partsOf(message).some((part) => !sources.includes(part)),
  )
  expect(unknown).toEqual([])
})

test('each alert leads to a section of the operations manual', () => {
  const manual = readFileSync('docs/operations.md', 'utf8')
  const anchors = [...manual.matchAll(/^##+ (.+)$/gm)].map(
    ([, title = '']) => `docs/operations.md#${title.toLowerCase().replaceAll(' ', '-')}`,
  )
  for (const { alert, annotations } of rules) expect(anchors, alert).toContain(annotations.runbook)
})

// Debian's package is `prometheus`.
describe.skipIf(!hasPromtool)('promtool, where it is installed, accepts', () => {
  const folder = path.dirname(rulesFile)

  function expectAccepted(...command: string[]) {
    const { status, stdout, stderr } = spawnSync('promtool', command, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }

  test('the scrape configuration and the rules', () => {
    expectAccepted('check', 'config', path.join(folder, 'prometheus.yml'))
  })

  test('what fires and what does not', () => {
    expectAccepted('test', 'rules', path.join(folder, 'alerts.test.yaml'))
  })

  test('the expressions of the dashboard', () => {
    const own = mkdtempSync(path.join(tmpdir(), 'dashboard-'))
    onTestFinished(() => rmSync(own, { recursive: true }))
    const recorded = panelExpressions.map((expression, at) => ({
      record: `panel_${at}`,
      expr: expression.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, 'x'),
    }))
    const file = path.join(own, 'panels.yaml')
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules: recorded }] }))
    expectAccepted('check', 'rules', file)
  })
})
