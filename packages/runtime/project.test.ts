import { expect, test } from 'vitest'
import { endedLifeOf } from './project.ts'

test('a version of Node has an end of life from the day after it', () => {
  expect(endedLifeOf('24.22.3', Date.parse('2028-04-30T23:59Z'))).toBeNull()
  expect(endedLifeOf('24.22.3', Date.parse('2028-05-01T00:00Z'))).toBe('2028-04-30')
  expect(endedLifeOf('30.0.0', Date.parse('2040-01-01'))).toBeNull()
})
