import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packRelease } from '../../scripts/release.ts'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { readPackage } from '@site/runtime/project'
import { bootDebian, type DebianMachine } from '../support/debian-machine.ts'
import { eventually } from '../support/eventually.ts'

const domain = 'www.example.test'
const settingsFile = 'etc/site/site.env'
const trusted = '/etc/ssl/certs/ca-certificates.crt'
const { version } = readPackage()
const nextVersion = '99.0.0'
const brokenVersion = '99.0.1'
/** From the bare system to a page over HTTPS. */
const maxInstallMs = 5 * 60_000

/** The machine, or why there is none. */
let machine: DebianMachine | string = 'It did not boot.'
beforeAll(async () => {
  machine = await bootDebian(['pebble'])
  if (typeof machine === 'string') return
  mirrorNode(path.join(machine.root, 'root/dist'))
  await startAuthority(machine)
  unpackReleases(machine.root)
}, 300_000)
afterAll(async () => {
  if (typeof machine !== 'string') await machine.stop()
}, 300_000)

/** Puts the Node that runs this test into a folder like that of nodejs.org, which may be out of reach here. */
function mirrorNode(folder: string) {
  const name = `node-v26.0.0-linux-${process.arch}`
  const place = path.join(folder, name)
  const npm = 'lib/node_modules/npm'
  cpSync(process.execPath, path.join(place, 'bin/node'))
  cpSync(path.resolve(process.execPath, '../..', npm), path.join(place, npm), { recursive: true })
  symlinkSync(`../${npm}/bin/npm-cli.js`, path.join(place, 'bin/npm'))
  mkdirSync(path.join(folder, 'latest-v26.x'))
  shell(`tar -czf latest-v26.x/${name}.tar.gz ${name}`, folder)
  shell('sha256sum *.tar.gz > SHASUMS256.txt', path.join(folder, 'latest-v26.x'))
}

function shell(command: string, cwd: string) {
  const { status, stderr } = spawnSync(command, { cwd, shell: true, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

/** Starts a certificate authority that speaks ACME, and has the machine trust it and what it issues. */
async function startAuthority({ root, run }: DebianMachine) {
  const pebble = {
    listenAddress: '127.0.0.1:14000',
    managementListenAddress: '127.0.0.1:15000',
    certificate: '/root/acme.crt',
    privateKey: '/root/acme.key',
    httpPort: 80,
    tlsPort: 443,
  }
  writeFileSync(path.join(root, 'root/pebble.json'), JSON.stringify({ pebble }))
  writeFileSync(path.join(root, 'etc/hosts'), `127.0.0.1 localhost ${domain}\n`)
  const { output, status } = await run(
    `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost \
      -addext subjectAltName=DNS:localhost -keyout /root/acme.key -out /root/acme.crt &&
    systemd-run -E PEBBLE_VA_NOSLEEP=1 -E PEBBLE_WFE_NONCEREJECT=0 pebble -config /root/pebble.json`,
  )
  expect(status, output).toBe(0)
  await eventually(async () => {
    const { output: issuer } = await run(
      "printf 'GET /roots/0 HTTP/1.0\\r\\n\\r\\n' | openssl s_client -quiet -connect 127.0.0.1:15000 2>/dev/null | tee /root/issuer",
    )
    expect(issuer).toContain('END CERTIFICATE')
  })
  await run(`sed -n '/BEGIN/,$p' /root/issuer | cat /root/acme.crt - >> ${trusted}`)
}

/** Unpacks this build as three releases: a good one, the next one, and one that does not start. */
function unpackReleases(root: string) {
  const folder = path.join(root, 'root')
  for (const each of [version, nextVersion, brokenVersion]) {
    packRelease(path.join(folder, 'site.tar.gz'), `site-${each}`, '2026-01-01')
    shell('tar -xzf site.tar.gz', folder)
    shell(
      `sed -i 's/"version": "${version}"/"version": "${each}"/' package.json`,
      `${folder}/site-${each}`,
    )
  }
  writeFileSync(`${folder}/site-${brokenVersion}/build/server/main.js`, 'process.exit(1)')
}

function installOn(
  run: DebianMachine['run'],
  folder: string,
  answers: Record<string, string> = {},
) {
  return run(`${folder}/deploy/install.sh`, {
    NODE_DIST: 'file:///root/dist',
    ACME_CA: 'https://localhost:14000/dir',
    // For npm and certbot: a company's proxy, or the tests' authority, is in between.
    NODE_EXTRA_CA_CERTS: trusted,
    REQUESTS_CA_BUNDLE: trusted,
    ...answers,
  })
}

test('a bare Debian serves the site over HTTPS, and keeps all of it through upgrades and back', async (context) => {
  if (typeof machine === 'string') return context.skip(machine)
  const { root, run } = machine
  const readSettings = () => readFileSync(path.join(root, settingsFile), 'utf8')
  const settingOf = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(readSettings())?.[1] ?? ''
  const get = (address: string) => run(`curl -sS https://${domain}${address}`)
  const install = (folder: string, answers?: Record<string, string>) =>
    installOn(run, folder, answers)
  // The doctor must trust the authority, and a setting that was there stays.
  mkdirSync(path.dirname(path.join(root, settingsFile)))
  writeFileSync(path.join(root, settingsFile), `NODE_EXTRA_CA_CERTS=${trusted}`, { mode: 0o600 })

  const start = performance.now()
  const first = await install(`/root/site-${version}`, {
    DOMAIN: domain,
    MAIL: 'web@example.test',
    CONTENT_DIR: '/opt/site/current/content',
  })
  const page = await get('/')
  const installMs = performance.now() - start
  expect(page.output).toContain('<html')
  expect(installMs).toBeLessThan(maxInstallMs)
  expect(first.output).toContain('0 errors')
  expect(first.status).toBe(0)

  const settings = readSettings()
  const form = issueFormToken(settingOf('SECRET'), Date.now() - 10_000)
  const sent = await run(
    `curl -sS -o /dev/null -w '%{http_code} %{redirect_url}' -F form='${form}' -F name=Amal -F phone=+966501234567 -F message=Hello https://${domain}/enquiry`,
  )
  const [, reference = ''] = /^303 .*\/([\w-]+)\?key=/.exec(sent.output) ?? []
  expect(reference, sent.output).not.toBe('')

  const stopVisits = await visitMeanwhile(machine)
  const upgrade = await install(`/root/site-${nextVersion}`)
  const failure = await install(`/root/site-${brokenVersion}`)
  const current = await run('readlink /opt/site/current')
  const rollback = await install(`/opt/site/releases/${version}`)
  const visits = await stopVisits()

  expect([upgrade.status, failure.status, rollback.status]).toEqual([0, 1, 0])
  expect(current.output).toBe(`/opt/site/releases/${nextVersion}\n`)
  expect((await run('readlink /opt/site/current')).output).toBe(`/opt/site/releases/${version}\n`)
  expect(readSettings()).toBe(settings)
  expect((await get('/')).output).toBe(page.output)
  const waiting = await run(
    `curl -sS -H 'Authorization: Bearer ${settingOf('OPS_TOKEN')}' 127.0.0.1:9461/enquiries`,
  )
  expect(waiting.output).toContain(reference)
  expect(visits.length).toBeGreaterThan(50)
  expect(new Set(visits)).toEqual(new Set(['200']))
  process.stdout.write(`HTTPS after ${Math.round(installMs / 1000)} s, ${visits.length} visits\n`)
}, 900_000)

test('where nginx runs, it serves the site over HTTPS and keeps what it served', async (context) => {
  if (typeof machine === 'string') return context.skip(machine)
  const { run, root } = machine
  const nginx = await run(
    'systemctl disable --now caddy && apt-get update -q && apt-get install -yq nginx-light && systemctl start nginx',
  )
  expect(nginx.status, nginx.output).toBe(0)
  writeFileSync(
    path.join(root, 'etc/nginx/conf.d/other.conf'),
    'server { listen 80; server_name other.test; return 200 other; }',
  )
  for (const turn of [1, 2]) {
    const { status, output } = await installOn(run, `/opt/site/releases/${version}`)
    expect(status, `${turn}: ${output}`).toBe(0)
    expect((await run(`curl -sS https://${domain}/`)).output).toContain('<html')
  }
  const plain = await run(`curl -sS -o /dev/null -w '%{redirect_url}' http://${domain}/News`)
  expect(plain.output).toBe(`https://${domain}/News`)
  expect((await run('curl -sS -H "Host: other.test" http://127.0.0.1/')).output).toBe('other')
}, 600_000)

/**
 * Visits pages all the time.
 * @returns a function that ends this and returns the status codes
 */
async function visitMeanwhile({ root, run }: DebianMachine) {
  const address = `https://${domain}/{,News,search}?lang=En`
  const visits = run(
    `while [ ! -e /root/stop ]; do curl -s -o /dev/null -w '%{http_code}\\n' '${address}'; done`,
  )
  return async () => {
    writeFileSync(path.join(root, 'root/stop'), '')
    return (await visits).output.trim().split('\n')
  }
}
