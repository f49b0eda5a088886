/**
 * Makes a release in `release/`: the archive that is unpacked on servers, its bill of materials, checksums and notes.
 *
 *   npm run release -- 1.2.3
 *
 * It writes the version into package.json, package-lock.json and CHANGELOG.md unless they have it: commit them, and
 * tag that commit. The same sources give the same archive.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { releaseChangelog } from './changelog.ts'

/** The files that a server needs, and those that its operator reads; packRelease adds package.json. */
export const contents = [
  'brand',
  'build',
  'content',
  'deploy',
  'docs',
  '.env.example',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'package-lock.json',
]
/** The commands of package.json that need nothing but the build and the packages of production. */
const releaseScripts = ['start', 'content', 'doctor']
/** Packages that are no dependencies of production, because the build contains what it needs of them. */
const bundled = ['libphonenumber-js', 'web-vitals', 'zod']
const folder = 'release'
const sbomName = 'sbom.cdx.json'
/** Semantic versions, without the build metadata that tags of images cannot have. */
const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  try {
    makeRelease(process.argv[2] ?? '')
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

function makeRelease(version: string) {
  if (!versionPattern.test(version)) {
    throw new Error('Name a semantic version: npm run release -- 1.2.3')
  }
  const today = new Date().toISOString().slice(0, 10)
  const changelog = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), version, today)
  writeFileSync('CHANGELOG.md', changelog.text)
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'])
  run('npm', ['run', 'build'])

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const name = `site-${version}`
  const archive = `${name}.tar.gz`
  writeFileSync(path.join(folder, sbomName), readSbom(changelog.date))
  writeFileSync(path.join(folder, 'release-notes.md'), `${changelog.notes}\n`)
  packRelease(path.join(folder, archive), name, changelog.date, [`--directory=${folder}`, sbomName])
  writeFileSync(path.join(folder, 'SHA256SUMS'), [archive, sbomName].map(checksumLine).join(''))
  process.stdout.write(`${path.join(folder, archive)}\n`)
}

/**
 * Lists the packages that production runs on, in CycloneDX. They are installed in a folder of their own, because npm
 * omits those that the tools need, too, where these are installed.
 * @param date replaces the time at which npm made the list, so that it can be made again
 */
function readSbom(date: string) {
  const temporary = mkdtempSync(path.join(tmpdir(), 'sbom-'))
  // npm names the project after its folder.
  const place = path.join(temporary, 'site')
  mkdirSync(place)
  try {
    const names = z.record(z.string(), z.string())
    const { devDependencies, dependencies, ...project } = z
      .looseObject({ devDependencies: names, dependencies: names })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    const inBuild = Object.entries(devDependencies).filter(([name]) => bundled.includes(name))
    const runtime = {
      ...project,
      dependencies: { ...dependencies, ...Object.fromEntries(inBuild) },
    }
    writeFileSync(path.join(place, 'package.json'), JSON.stringify(runtime))
    copyFileSync('package-lock.json', path.join(place, 'package-lock.json'))
    run('npm', ['install', '--ignore-scripts', '--no-audit'], place)
    const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
      cwd: place,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const shape = z.looseObject({ metadata: z.looseObject({ timestamp: z.string() }) })
    const { serialNumber: _, ...sbom } = shape.parse(JSON.parse(output))
    sbom.metadata.timestamp = `${date}T00:00:00.000Z`
    return `${JSON.stringify(sbom, null, 2)}\n`
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/**
 * Packs the built project by GNU tar, without what depends on the machine, such as owners and times.
 * @param name of the folder in the archive
 * @param date of all files
 * @param others tar's names of further files
 */
export function packRelease(file: string, name: string, date: string, others: string[] = []) {
  const temporary = mkdtempSync(path.join(tmpdir(), 'release-'))
  try {
    const manifest = releaseManifest(readFileSync('package.json', 'utf8'))
    writeFileSync(path.join(temporary, 'package.json'), manifest)
    run('tar', [
      '--create',
      `--file=${file}`,
      '--use-compress-program=gzip -9 --no-name',
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=a+rX,u+w,go-w',
      `--mtime=${date} 00:00:00Z`,
      `--transform=s,^,${name}/,`,
      ...contents,
      ...others,
      `--directory=${temporary}`,
      'package.json',
    ])
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/** Returns package.json without the commands that need the source; npm's lock file has none of them. */
export function releaseManifest(text: string) {
  const { scripts, ...manifest } = z
    .looseObject({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(text))
  const kept = Object.entries(scripts).filter(([name]) => releaseScripts.includes(name))
  return `${JSON.stringify({ ...manifest, scripts: Object.fromEntries(kept) }, null, 2)}\n`
}

function checksumLine(name: string) {
  const hash = createHash('sha256').update(readFileSync(path.join(folder, name)))
  return `${hash.digest('hex')}  ${name}\n`
}

function run(command: string, args: string[], cwd = '.') {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
