import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { parseConfig, settingNames } from '../../server/config.ts'
import { listenOnLoopback } from '../support/loopback.ts'

/** The longest shutdown of the site. */
const shutdownS = 21

const containerfile = readFileSync('deploy/Containerfile', 'utf8').replaceAll('\\\n', '')
const finalStage = containerfile.slice(containerfile.lastIndexOf('\nFROM '))
const ports = [3000, 9464]
const secrets = ['SECRET', 'OPS_TOKEN', 'VALKEY_PASSWORD']

/** The configuration of a container with these variables. Fails on one that the site does not know. */
function configOf(variables: Record<string, string>) {
  const image = /^ENV (.*)$/m
    .exec(finalStage)?.[1]
    ?.split(' ')
    .map((pair) => pair.split('='))
  const all = {
    ...z.record(z.string(), z.string()).parse(Object.fromEntries(image ?? [])),
    ...variables,
  }
  const unknown = Object.keys(all).filter((name) => !['NODE_ENV', ...settingNames].includes(name))
  expect(unknown.filter((name) => name !== 'VALKEY_PASSWORD')).toEqual([])
  return parseConfig(all)
}

describe('the image', () => {
  test('runs node as a number that is not root, without a shell', () => {
    expect(finalStage).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    for (const instruction of ['ENTRYPOINT', 'CMD']) {
      expect(finalStage).toMatch(new RegExp(`^${instruction} \\[`, 'm'))
    }
    expect(finalStage).not.toMatch(/^RUN /m)
  })

  test.each([
    [200, 0],
    [503, 1],
  ])('its health check with status %i of /readyz ends with %i', async (status, code) => {
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/readyz' ? status : 404).end(),
    )
    const { port, close } = await listenOnLoopback(server)
    onTestFinished(close)
    expect(await runHealthCheck(port)).toBe(code)
  })

  test('its health check fails without a site', async () => {
    const { port, close } = await listenOnLoopback(createServer())
    await close()
    expect(await runHealthCheck(port)).toBe(1)
  })
})

async function runHealthCheck(port: number) {
  const command = /^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(finalStage)?.[1] ?? ''
  const [, ...args] = z.array(z.string()).parse(JSON.parse(command))
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: 'test', OPS_PORT: String(port) },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  return z.number().parse(code)
}

describe('compose.yaml', () => {
  const service = z.looseObject({
    image: z.string(),
    read_only: z.boolean(),
    cap_drop: z.array(z.string()),
    security_opt: z.array(z.string()),
    mem_limit: z.string(),
    user: z.string().optional(),
    environment: z.record(z.string(), z.string()).default({}),
    ports: z.array(z.string()).default([]),
    volumes: z.array(z.string()).default([]),
    networks: z.union([
      z.array(z.string()),
      z.record(z.string(), z.object({ ipv4_address: z.string() }).nullable()),
    ]),
    stop_grace_period: z.string().optional(),
  })
  const { services, networks, volumes } = z
    .looseObject({
      services: z.record(z.string(), service),
      networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() })),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }))
  const sites = Object.entries(services).filter(([name]) => name.startsWith('site-'))

  function addressOf(name: string) {
    const { front } = z
      .looseObject({ front: z.object({ ipv4_address: z.string() }) })
      .parse(services[name]?.networks)
    return front.ipv4_address
  }

  /** With a value for each variable of deploy/.env. */
  function fillIn(text: string) {
    return text.replace(/\$\{([A-Z_]+)[^}]*\}/g, (_, name: string) =>
      name === 'PUBLIC_URL' ? 'https://www.example.com' : `${name}-of-sixteen-or-more`,
    )
  }

  test('the site accepts its settings, and trusts nginx only', () => {
    expect(sites.length).toBeGreaterThan(1)
    for (const [, { environment }] of sites) {
      const filledIn = Object.entries(environment).map(([name, value]) => [name, fillIn(value)])
      const config = configOf(Object.fromEntries(filledIn))
      expect(config.trustedProxies).toEqual([addressOf('nginx')])
      expect([config.port, config.ops.port]).toEqual(ports)
      expect(config.secretIsRandom).toBe(false)
      expect(config.ops.token).toBeDefined()
      expect(config.sharedCacheUrl).toContain('@valkey:6379')
    }
  })

  test('nginx passes requests on to all processes, whose addresses stay as they are', () => {
    const servers = readFileSync('deploy/compose-servers.conf', 'utf8').match(/^server \S+/gm)
    const addresses = sites.map(([name]) => addressOf(name))
    expect(servers).toEqual(addresses.map((address) => `server ${address}:3000`))
    expect(new Set(addresses).size).toBe(sites.length)
  })

  test('the processes share one volume, and have the time to shut down', () => {
    for (const [, site] of sites) {
      expect(site.volumes).toEqual(Object.keys(volumes).map((name) => `${name}:/data`))
      expect(parseInt(site.stop_grace_period ?? '')).toBeGreaterThan(shutdownS)
    }
  })

  test('no service is root, has capabilities or writes to its image', () => {
    for (const [name, { user, ...options }] of Object.entries(services)) {
      expect(options, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      if (!name.startsWith('site-')) expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    }
  })

  test('only nginx can be reached from outside, and Valkey only by the site', () => {
    const published = Object.entries(services).filter((entry) => entry[1].ports.length > 0)
    expect(published.map(([name]) => name)).toEqual(['nginx'])
    expect(services['valkey']?.networks).toEqual(['cache'])
    expect(networks['cache']?.internal).toBe(true)
    expect(services['nginx']?.networks).not.toHaveProperty('cache')
  })

  test('the example has each variable that must be set', () => {
    const required = readFileSync('deploy/compose.yaml', 'utf8').matchAll(/\$\{([A-Z_]+):\?/g)
    const example = readFileSync('deploy/compose.env.example', 'utf8')
    for (const [, name] of required) expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
  })

  const compose = [['docker', 'compose'], ['docker-compose']].find(([command = '', ...args]) => {
    const { stdout } = spawnSync(command, [...args, 'version', '--short'], { encoding: 'utf8' })
    return /^v?[2-9]/.test(stdout)
  })

  // Skipped where Docker Compose 2 or later is not installed. It needs no engine for this.
  test.runIf(compose)('Docker Compose accepts it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'compose-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    copyFileSync('deploy/compose.yaml', path.join(folder, 'compose.yaml'))
    copyFileSync('deploy/compose.env.example', path.join(folder, '.env'))
    const [command = '', ...args] = compose ?? []
    const env = {
      NODE_ENV: 'test' as const,
      PATH: process.env['PATH'],
      ...Object.fromEntries(secrets.map((name) => [name, 'x'])),
    }
    const result = spawnSync(command, [...args, 'config', '--quiet'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect(result.stderr).toBe('')
    expect(result.status).toBe(0)
  })
})

describe('kubernetes.yaml', () => {
  const labels = z.record(z.string(), z.string())
  const selector = z.object({ matchLabels: labels })
  const port = z.union([z.string(), z.number()])
  const probe = z.looseObject({
    httpGet: z.looseObject({ port }).optional(),
    tcpSocket: z.looseObject({ port }).optional(),
  })
  const pod = z.object({
    metadata: z.object({ labels }),
    spec: z.looseObject({
      automountServiceAccountToken: z.literal(false),
      terminationGracePeriodSeconds: z.number().default(30),
      topologySpreadConstraints: z.array(z.looseObject({ labelSelector: selector })).default([]),
      securityContext: z.looseObject({
        runAsNonRoot: z.literal(true),
        seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
      }),
      volumes: z.array(z.looseObject({ name: z.string() })).default([]),
      containers: z.array(
        z.looseObject({
          image: z.string(),
          ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
          env: z
            .array(z.looseObject({ name: z.string(), value: z.string().optional() }))
            .default([]),
          startupProbe: probe.optional(),
          readinessProbe: probe,
          livenessProbe: probe,
          lifecycle: z
            .object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) })
            .optional(),
          resources: z.looseObject({ requests: labels, limits: labels }),
          securityContext: z.object({
            allowPrivilegeEscalation: z.literal(false),
            readOnlyRootFilesystem: z.literal(true),
            capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
          }),
          volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
        }),
      ),
    }),
  })
  const workload = z.looseObject({
    metadata: z.looseObject({ name: z.string() }),
    spec: z.looseObject({
      selector,
      template: pod,
      replicas: z.number(),
      volumeClaimTemplates: z
        .array(z.looseObject({ metadata: z.object({ name: z.string() }) }))
        .default([]),
    }),
  })
  const objects = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8')).map(
    (document): unknown => document.toJS(),
  )

  function listOf<T extends z.ZodType>(kind: string, spec: T) {
    const kinds = z.looseObject({ kind: z.string() })
    const shape = z.looseObject({ metadata: z.looseObject({ name: z.string() }), spec })
    const found = objects.filter((object) => kinds.parse(object).kind === kind)
    expect(found, kind).not.toEqual([])
    return found.map((object) => shape.parse(object))
  }

  const workloads = objects.flatMap((object) => workload.safeParse(object).data ?? [])
  const pods = workloads.map(({ spec }) => spec.template)
  const site = workloads.find(({ metadata }) => metadata.name === 'site')?.spec
  const container = site?.template.spec.containers[0]

  function podsOf(wanted: Record<string, string>) {
    const found = pods.filter(({ metadata }) =>
      Object.entries(wanted).every(([name, value]) => metadata.labels[name] === value),
    )
    expect(found, JSON.stringify(wanted)).toHaveLength(1)
    return found
  }

  function portsOf(wanted: Record<string, string>): (string | number)[] {
    const containers = podsOf(wanted).flatMap(({ spec }) => spec.containers)
    return containers.flatMap((one) =>
      one.ports.flatMap(({ name, containerPort }) => [name, containerPort]),
    )
  }

  test('both workloads meet the restricted profile', () => {
    // A workload that does not is no `workload` above.
    expect(workloads.map(({ metadata }) => metadata.name)).toEqual(['site', 'valkey'])
  })

  test('the site accepts its settings', () => {
    const config = z
      .looseObject({ kind: z.literal('ConfigMap'), data: labels })
      .parse(objects.find((object) => z.looseObject({ data: labels }).safeParse(object).success))
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const key of secrets) writeFileSync(path.join(folder, key), `${key}-of-sixteen-or-more`)
    writeFileSync(path.join(folder, 'SHARED_CACHE_URL'), 'redis://:password@valkey:6379')
    const mounted = container?.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath ?? ''
    const own = (container?.env ?? []).map(({ name, value }) => [
      name,
      value?.replace(mounted, folder) ?? '',
    ])
    const { sharedCacheUrl, ops, secretIsRandom } = configOf({
      ...config.data,
      ...z.record(z.string(), z.string()).parse(Object.fromEntries(own)),
    })
    expect(sharedCacheUrl).toBe('redis://:password@valkey:6379')
    expect(ops.token).toBeDefined()
    expect(secretIsRandom).toBe(false)
    expect(container?.ports.map(({ containerPort }) => containerPort)).toEqual(ports)
  })

  test('the README makes each secret that is used', () => {
    const readme = readFileSync('deploy/README.md', 'utf8')
    for (const name of [...secrets, 'SHARED_CACHE_URL'])
      expect(readme).toContain(`--from-literal=${name}=`)
  })

  test('each selector has its pods, and each port its listener', () => {
    for (const { spec } of workloads) {
      podsOf(spec.selector.matchLabels)
      for (const { labelSelector } of spec.template.spec.topologySpreadConstraints) {
        podsOf(labelSelector.matchLabels)
      }
      for (const one of spec.template.spec.containers) {
        const probes = [one.startupProbe, one.readinessProbe, one.livenessProbe]
        const probed = probes.flatMap((each) => each?.httpGet?.port ?? each?.tcpSocket?.port ?? [])
        expect(one.ports.map(({ name }) => name)).toEqual(expect.arrayContaining(probed))
      }
    }
    const services = listOf(
      'Service',
      z.object({ selector: labels, ports: z.array(z.looseObject({ targetPort: port })) }),
    )
    for (const { spec } of services) {
      expect(portsOf(spec.selector)).toEqual(
        expect.arrayContaining(spec.ports.map(({ targetPort }) => targetPort)),
      )
    }
    const rules = z.array(z.looseObject({ ports: z.array(z.looseObject({ port })) }))
    for (const { spec } of listOf(
      'NetworkPolicy',
      z.looseObject({ podSelector: selector, ingress: rules }),
    )) {
      const allowed = spec.ingress.flatMap((rule) => rule.ports.map((each) => each.port))
      expect(portsOf(spec.podSelector.matchLabels)).toEqual(expect.arrayContaining(allowed))
    }
  })

  test('a process stays while another is moved, and has the time to shut down', () => {
    const [budget] = listOf(
      'PodDisruptionBudget',
      z.object({ maxUnavailable: z.number(), selector }),
    )
    expect(budget?.spec.maxUnavailable).toBeLessThan(site?.replicas ?? 0)
    podsOf(budget?.spec.selector.matchLabels ?? {})
    const hookS = container?.lifecycle?.preStop.sleep.seconds ?? 0
    expect(site?.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(hookS + shutdownS)
  })

  test('what the site writes outlives its pod', () => {
    const data = container?.volumeMounts.find(({ mountPath }) => mountPath === '/data')?.name
    expect(site?.volumeClaimTemplates.map(({ metadata }) => metadata.name)).toEqual([data])
  })

  test('each image has a version', () => {
    for (const { image } of pods.flatMap(({ spec }) => spec.containers)) {
      expect(image).toMatch(/:\d[\w.-]*$/)
    }
  })
})
