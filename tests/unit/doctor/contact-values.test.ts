import { expect, test } from 'vitest'
import { unreadContactValues } from '../../../server/doctor/contact-values.ts'
import { readPosts } from '../../support/read-posts.ts'

test('F54: the doctor names the contact values that lead nowhere, and what they should be', () => {
  const posts = readPosts('contact', [
    {
      phone1: 'Call us',
      email1: 'info@x.example',
      mapUrl: 'Al Olaya, Riyadh',
      facebook: '-',
      whatsapp: ' 050 123 4567 ',
      adress1: 'Al Olaya, Riyadh',
    },
    { phone1: 'Ask for Sara', email1: 'info', tweeter: '@tayyar' },
  ])
  const found = unreadContactValues(posts, undefined).map(({ name, value, count }) => [
    name,
    value,
    count,
  ])
  expect(found).toEqual([
    ['email1', 'info', 1],
    ['phone1', 'Call us', 2],
    ['mapUrl', 'Al Olaya, Riyadh', 1],
    ['whatsapp', '050 123 4567', 1],
  ])
  expect(unreadContactValues(posts, 'SA').map(({ name }) => name)).not.toContain('whatsapp')
})
