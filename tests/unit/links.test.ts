import { execFileSync } from 'node:child_process'
import { closeSync, linkSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBrand } from '../../server/site/brand.ts'
import { formatProblem } from '@site/content-folder/folder-files'
import { readFolder } from '@site/content-folder/folder-reader'
import { startContentService } from '@site/content-folder/service'
import { getPosts } from '../support/content-client.ts'
import { makeFolder, writeFiles } from '../support/small-sample.ts'

/** What another folder has, and a content folder with links of every kind, as of ConfigMaps and releases. */
function makeLinkedFolder() {
  const [outside, releases] = [makeFolder(), makeFolder()]
  writeFiles(outside, { 'secret.txt': 'secret', 'about.yaml': '- title: Secret' })
  const folder = path.join(releases, '5')
  writeFiles(folder, {
    '..data/services.yaml': '- { title: One, files: [own.txt, linked/secret.txt] }',
    'files/own.txt': 'own',
    'more/inside.txt': 'inside',
  })
  const link = (target: string, name: string) => symlinkSync(target, path.join(folder, name))
  link('..data/services.yaml', 'services.yaml')
  link('../more', 'files/more')
  link('..', 'files/above')
  link(path.join(outside, 'about.yaml'), 'about.yaml')
  link(path.join(outside, 'secret.txt'), 'files/leak.txt')
  link(outside, 'files/linked')
  linkSync(path.join(folder, 'files/own.txt'), path.join(folder, 'files/second.txt'))
  symlinkSync('5', path.join(releases, 'current'))
  return { outside, folder: path.join(releases, 'current') }
}

async function serve(contentDir: string, links: string[]) {
  const reports: string[] = []
  const report = (line: string) => reports.push(line)
  const service = await startContentService({ dataDir: makeFolder(), contentDir, links, report })
  onTestFinished(() => service.close())
  const textOf = async (name: string) => {
    const response = await fetch(`${service.url}/images/post/${name}`)
    return response.ok ? response.text() : response.status
  }
  return { service, reports, textOf }
}

test('F60 nothing outside the content folder is served, read or listed, and each link there is named', async () => {
  const { folder } = makeLinkedFolder()
  const { service, reports, textOf } = await serve(folder, [])
  const names = ['own.txt', 'second.txt', 'more/inside.txt']
  expect(await Promise.all(names.map(textOf))).toEqual(['own', 'own', 'inside'])
  for (const name of ['leak.txt', 'linked/secret.txt', 'above/about.yaml', 'above/services.yaml']) {
    expect(await textOf(name), name).toBe(404)
  }
  expect(await getPosts(service, { Type: 'About' })).toEqual([])
  expect(await getPosts(service, { Type: 'Services' })).toHaveLength(1)
  const leading = reports.filter((line) => /is a link that leads out .*CONTENT_LINKS/.test(line))
  expect(leading.map((line) => line.split(': ')[1])).toEqual([
    'about.yaml',
    'files/leak.txt',
    'files/linked',
  ])
  const { problems } = await readFolder(folder)
  expect(problems.map((problem) => `content: ${formatProblem(problem)}`)).toEqual(reports)
})

test('F60 links to a folder that the operator has named are followed, and no others if it is not there', async () => {
  const { outside, folder } = makeLinkedFolder()
  const { service, reports, textOf } = await serve(folder, [outside])
  expect(await textOf('linked/secret.txt')).toBe('secret')
  expect(await textOf('leak.txt')).toBe('secret')
  expect(await getPosts(service, { Type: 'About' })).toMatchObject([{ postTitle: 'Secret' }])
  expect(reports).toEqual([])
  const other = await serve(folder, [path.join(outside, 'gone')])
  expect(await other.textOf('leak.txt')).toBe(404)
})

test('F60 a pipe in the content folder is no file, and keeps nobody waiting', async () => {
  const { folder } = makeLinkedFolder()
  const pipe = path.join(folder, 'files/pipe.txt')
  execFileSync('mkfifo', [pipe])
  const { textOf } = await serve(folder, [])
  // A request that waits for a writer gets one.
  onTestFinished(() => closeSync(openSync(pipe, 'r+')))
  expect(await textOf('pipe.txt')).toBe(404)
})

test('F60 a file of the brand that is a link out of its folder stops the start, by name', () => {
  const { outside, folder } = makeLinkedFolder()
  const brand = path.join(folder, 'brand')
  mkdirSync(brand)
  symlinkSync(path.join(outside, 'secret.txt'), path.join(brand, 'tokens.css'))
  const fault = /brand\/tokens\.css is a link that leads out/
  expect(() => readBrand(brand)).toThrow(fault)
  writeFileSync(path.join(outside, 'secret.txt'), ':root { --paper: #ffffff; }')
  expect(readBrand(brand, [brand, outside]).colours.paper).toBe('#ffffff')
})
