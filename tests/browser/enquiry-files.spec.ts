import { findViolations } from '../support/axe.ts'
import { expect, hydrated, sendAsPeopleDo, test } from '../support/browser-test.ts'
import { sampleFiles } from '../support/sample-files.ts'

const panel = 'مخطط اللوحة.pdf'
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

test.use({ expectedResponses: [/^422 \/enquiry$/] })

test('a file is kept with a form that comes back, and sent', { tag: '@long' }, async ({ page }) => {
  await page.goto('/enquiry')
  await hydrated(page)
  await page.locator('#enquiry-name').fill('أمل الحربي')
  await page.locator('#enquiry-message').fill('نحتاج اللوحة.')
  const phone = page.locator('#enquiry-phone')
  await phone.fill('123456')
  const large = file('large.pdf', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
  await page.locator('#enquiry-files').setInputFiles([large])
  await page.locator('.enquiry-fields .button').click()
  await expect(page.locator('.form-alert')).toContainText('large.pdf')
  expect(await findViolations(page, 'light')).toEqual([])
  // What only the server rejects.
  await phone.fill('+1 234 567')
  await page.locator('#enquiry-files').setInputFiles([file(panel, sampleFiles[panel])])
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.locator('.enquiry-fields .button').click()
  expect((await answer).status()).toBe(422)
  await expect(page.locator('.file-field li')).toContainText('مخطط اللوحة')
  expect(await findViolations(page, 'light')).toEqual([])
  await page.locator('#enquiry-phone').fill('+966 55 123 4567')
  await sendAsPeopleDo(page)
})
