import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** What `npm run doctor` has printed. */
export interface DoctorRun {
  code: number | null
  output: string
  stderr: string
  /** The lines of errors and warnings. */
  complaints: string[]
  /** The lines about a subject, without it, in order. */
  linesOf: (subject: string) => string[]
}

/**
 * Runs the built doctor in its own process, without the caller's environment.
 * @param settings environment variables on top of the tests' own folder, and no admin server
 * @param script where the build is
 * @param args its options
 */
export async function runDoctor(
  settings: Record<string, string>,
  script = 'build/server/doctor.js',
  args: string[] = [],
): Promise<DoctorRun> {
  const doctor = spawn(process.execPath, [script, ...args], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      DATA_DIR: process.env['DATA_DIR'],
      OPS_PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const closed = once(doctor, 'close')
  const [output, stderr] = await Promise.all([text(doctor.stdout), text(doctor.stderr)])
  await closed
  const lines = output.split('\n')
  return {
    code: doctor.exitCode,
    output,
    stderr,
    complaints: lines.filter((line) => /^ {2}(?:error|warning) /.test(line)),
    linesOf: (subject) =>
      lines.flatMap((line) => {
        const [, level, rest = ''] = /^ {2}(\w+) +(.*)$/.exec(line) ?? []
        return level && rest.startsWith(`${subject}  `)
          ? [`${level}: ${rest.slice(subject.length).trim()}`]
          : []
      }),
  }
}
