import { expect, onTestFinished, test, vi } from 'vitest'
import { NotFound } from '../failures.ts'
import { MissingPosts } from './missing-posts.ts'

function createTestPosts(freshMs: number) {
  const clock = { now: 1_000 }
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  onTestFinished(() => spy.mockRestore())
  return { clock, posts: new MissingPosts(freshMs) }
}

async function isAsked(posts: MissingPosts, key = 'made-up') {
  let asked = false
  const question = posts.run(key, async () => {
    asked = true
    throw new NotFound('There is none')
  })
  await expect(question).rejects.toThrow(NotFound)
  return asked
}

test('V28: a missing post is requested once in half a minute', async () => {
  const { posts, clock } = createTestPosts(60_000)
  expect(await isAsked(posts)).toBe(true)
  expect(await isAsked(posts)).toBe(false)
  expect(await isAsked(posts, 'another')).toBe(true)
  clock.now += 29_000
  expect(await isAsked(posts)).toBe(false)
  clock.now += 2_000
  expect(await isAsked(posts)).toBe(true)
})

test('V28: a missing post is cached no longer than content, and not at all with the cache disabled', async () => {
  const { posts, clock } = createTestPosts(2_000)
  await isAsked(posts)
  clock.now += 3_000
  expect(await isAsked(posts)).toBe(true)
  const never = new MissingPosts(0)
  await isAsked(never)
  expect(await isAsked(never)).toBe(true)
})

test('V28: a purge clears missing posts, calls in flight included', async () => {
  const posts = new MissingPosts(60_000)
  await isAsked(posts)
  posts.clear()
  expect(await isAsked(posts)).toBe(true)
  posts.clear()
  const early = posts.run('made-up', async () => {
    posts.clear()
    throw new NotFound('There was none')
  })
  await expect(early).rejects.toThrow(NotFound)
  expect(await isAsked(posts)).toBe(true)
})

test('V28: a failed call does not mark a post as missing', async () => {
  const posts = new MissingPosts(60_000)
  const fail = async () => {
    throw new Error('The API is down')
  }
  await expect(posts.run('x', fail)).rejects.toThrow('down')
  expect(await posts.run('x', async () => 'a post')).toBe('a post')
})

test('V28: twenty thousand made-up IDs evict each other', async () => {
  const posts = new MissingPosts(60_000)
  for (let nth = 0; nth < 20_000; nth++) await posts.run(`id-${nth}`, none).catch(() => undefined)
  expect(await isAsked(posts, 'id-19999')).toBe(false)
  expect(await isAsked(posts, 'id-0')).toBe(true)
})

async function none() {
  throw new NotFound('There is none')
}
