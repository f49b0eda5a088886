import { expect, test } from 'vitest'
import { readRange } from './requests.ts'

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=99999999999999999999999-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['bytes=a-b', null],
  ['bytes=-1-5', null],
  ['items=0-5', null],
  ['', null],
])('V15 the range %j of 100 bytes is %j', (range, part) => {
  expect(readRange(range, 100)).toEqual(part)
})
