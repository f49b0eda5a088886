import { expect, test } from 'vitest'
import { anchorsOf } from '../../../app/posts/list-views.ts'

test.each([
  ['numbers', ['7', '12'], ['branch-7', 'branch-12']],
  ['an id that starts with the prefix', ['branch-riyadh'], ['branch-riyadh']],
  ['letters of any script', ['فرع الرياض', 'a b'], ['branch-فرع-الرياض', 'branch-a-b']],
  ['ids with the same anchor', ['a b', 'a-b', 'a"b'], ['branch-a-b', 'place-2', 'place-3']],
  ['an id with the prefix and one without', ['1', 'branch-1'], ['branch-1', 'place-2']],
  ['the same id twice', ['x', 'x', 'x'], ['branch-x', 'place-2', 'place-3']],
  [
    'an id equal to a fallback anchor',
    ['x', 'x', 'place-2'],
    ['branch-x', 'place-2', 'branch-place-2'],
  ],
])('every item of a list has a unique anchor: %s', (_, ids, anchors) => {
  expect(anchorsOf('branch', ids)).toEqual(anchors)
})
