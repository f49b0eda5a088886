import { expect, inject, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { checkConformance } from '../../server/doctor/conformance.ts'

async function run(url: string, variables: Record<string, string> = {}) {
  return checkConformance(parseConfig({ ...variables, CONTENT_API_URL: url }), url)
}

test('the embedded content service passes every required rule', async () => {
  const findings = await run(inject('contentUrl'))
  console.log(findings.map((f) => `${f.level} ${f.subject}  ${f.text}`).join('\n'))
  void onTestFinished
  expect(findings.length).toBeGreaterThan(1)
})
