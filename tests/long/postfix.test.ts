import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canUseApt, findFailure, installCommands } from '../../scripts/debian.mjs'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess } from '../support/site-process.ts'

const program = '/usr/sbin/postfix'
if (canUseApt() && !existsSync(program)) findFailure(installCommands(['postfix']))
const canRun = process.getuid?.() === 0 && existsSync(program)

const domain = 'company.test'
const secret = 'only-for-the-tests'
const maxBytes = 1_000_000

function run(command: string) {
  const { status, stderr } = spawnSync(command, { shell: true, encoding: 'utf8' })
  expect(status, `${command}: ${stderr}`).toBe(0)
}

/** Postfix on a port of loopback, with a folder for each mailbox, until the test ends. */
async function startPostfix(mailboxes: string[]) {
  const port = await getFreePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'postfix-'))
  run(`chmod 755 ${folder}`)
  for (const name of ['config', 'queue', 'data', 'mail']) mkdirSync(path.join(folder, name))
  run(`chown postfix ${folder}/data && chown 1234:1234 ${folder}/mail`)
  const settings = {
    compatibility_level: '3.6',
    ...{ queue_directory: `${folder}/queue`, data_directory: `${folder}/data` },
    ...{ mail_owner: 'postfix', setgid_group: 'postdrop', inet_interfaces: 'loopback-only' },
    ...{
      inet_protocols: 'ipv4',
      mydestination: '',
      maillog_file: `${folder}/log`,
      maillog_file_prefixes: folder,
    },
    ...{
      message_size_limit: String(maxBytes),
      mailbox_size_limit: '0',
      virtual_mailbox_limit: '0',
    },
    ...{ virtual_mailbox_domains: domain, virtual_mailbox_base: `${folder}/mail` },
    ...{ virtual_mailbox_maps: `texthash:${folder}/config/mailboxes` },
    ...{ virtual_uid_maps: 'static:1234', virtual_gid_maps: 'static:1234' },
    smtpd_recipient_restrictions: `check_recipient_access texthash:${folder}/config/access, reject_unlisted_recipient, reject_unauth_destination`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(path.join(folder, 'config/main.cf'), `${lines.join('\n')}\n`)
  const services = readFileSync('/etc/postfix/master.cf', 'utf8')
    .replace(/^smtp +inet .*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
    .replace(/^(\w+ +(?:unix|fifo) +\S+ +\S+ +)y /gm, '$1n ')
  writeFileSync(path.join(folder, 'config/master.cf'), services)
  const maps = mailboxes.map((name) => `${name}@${domain} ${name}/\n`)
  writeFileSync(path.join(folder, 'config/mailboxes'), maps.join(''))
  const refuse = (text: string) => writeFileSync(path.join(folder, 'config/access'), text)
  refuse('')
  const postfix = (command: string) => run(`${program} -c ${folder}/config ${command}`)
  return {
    url: `smtp://127.0.0.1:${port}`,
    start() {
      postfix('start')
      onTestFinished(() => postfix('stop'))
    },
    /** @param text the table of access(5) */
    refuse(text: string) {
      refuse(text)
      postfix('reload')
    },
    refuseAtStart: refuse,
    /** The mails in a mailbox. */
    mailsOf(name: string) {
      const place = path.join(folder, 'mail', name, 'new')
      const files = existsSync(place) ? readdirSync(place) : []
      return files.map((file) => readFileSync(path.join(place, file), 'utf8'))
    },
  }
}

test.skipIf(!canRun)(
  'each mailbox of a real mail server gets an enquiry once, as soon as it can',
  async () => {
    const names = ['sales', 'full', 'left', 'grey']
    const postfix = await startPostfix(names)
    postfix.refuseAtStart(
      `full@${domain} 452 4.2.2 Mailbox full\nleft@${domain} 550 5.1.1 No such person\ngrey@${domain} 450 4.2.0 Greylisted\n`,
    )
    postfix.start()
    const opsPort = await getFreePort()
    const site = await startSiteProcess({
      OPS_PORT: String(opsPort),
      ENQUIRY_DELIVERY: 'smtp',
      SMTP_URL: postfix.url,
      ENQUIRY_TO: names.map((name) => `${name}@${domain}`).join(),
      ENQUIRY_FROM: `site@${domain}`,
    })
    onTestFinished(() => site.stop())

    const form = new FormData()
    const token = issueFormToken(secret, Date.now() - 10_000)
    const fields = { form: token, name: 'Amal', message: 'A panel', phone: '+966501234567' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    // The server announces less than this.
    form.append('files', new File([Buffer.alloc(maxBytes, '%PDF-1.7\n')], 'plan.pdf'))
    const sent = await fetch(`${site.url}/enquiry`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect(sent.status).toBe(303)

    await eventually(() => expect(postfix.mailsOf('sales')).toHaveLength(1))
    expect(postfix.mailsOf('sales')[0]).toContain('/enquiry-files/')
    const list = async () => {
      const response = await fetch(`${site.adminUrl}/enquiries`)
      return JSON.stringify(await response.json())
    }
    await eventually(async () => {
      const text = await list()
      for (const code of ['452', '550', '450']) expect(text).toContain(code)
    })
    const metrics = await (await fetch(`${site.adminUrl}/metrics`)).text()
    expect(metrics).toMatch(/^enquiry_mailbox_refusals_total\S* 1$/m)

    postfix.refuse(`left@${domain} 550 5.1.1 No such person\n`)
    await eventually(() => {
      expect(postfix.mailsOf('full')).toHaveLength(1)
      expect(postfix.mailsOf('grey')).toHaveLength(1)
    }, 90_000)
    expect(postfix.mailsOf('sales')).toHaveLength(1)
    expect(postfix.mailsOf('left')).toHaveLength(0)
  },
  180_000,
)
