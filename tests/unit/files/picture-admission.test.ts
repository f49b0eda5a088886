import { expect, test } from 'vitest'
import { RequestShed } from '../../../server/http/load-shedding/shed-response.ts'
import { imageResponse } from '../../../server/http/files/image-response.ts'
import { drawScene, startImageServer } from '../../support/image-server.ts'
import { sendBytes, startRecordingApi } from '../../support/recording-api.ts'
import { makeFolder } from '../../support/small-sample.ts'

const imageRequest = { accept: null, ifNoneMatch: null, file: 'a.png', width: '160' }

function shed(): never {
  throw new RequestShed('busy')
}

test('V17: a full site serves cached pictures, but fetches and resizes none', async () => {
  const api = await startRecordingApi(sendBytes(await drawScene(), { type: 'image/png' }))
  const { images } = await startImageServer(api.url, makeFolder())
  let admitted = 0
  const admit = () => void (admitted += 1)

  const unknown = await imageResponse(images, { ...imageRequest, admit: shed })
  expect(unknown.status).toBe(503)
  expect(unknown.headers).toMatchObject({ 'Cache-Control': 'no-store' })
  expect(unknown.headers['Retry-After']).toMatch(/^[1-5]$/)
  expect(api.requests).toHaveLength(0)

  // Admitted once for fetching and resizing.
  const first = await imageResponse(images, { ...imageRequest, admit })
  expect([first.status, admitted]).toEqual([200, 1])
  const cached = await imageResponse(images, { ...imageRequest, admit: shed })
  expect(cached.status).toBe(200)

  const other = { ...imageRequest, width: '320' }
  expect((await imageResponse(images, { ...other, admit: shed })).status).toBe(503)
  expect((await imageResponse(images, { ...other, admit })).status).toBe(200)
  expect(admitted).toBe(2)
})

test('V17: a client that requests too many new pictures gets 429', async () => {
  const api = await startRecordingApi(sendBytes(await drawScene(), { type: 'image/png' }))
  const { images } = await startImageServer(api.url, makeFolder())
  const admit = () => {
    throw new RequestShed('client')
  }
  const { status } = await imageResponse(images, { ...imageRequest, admit })
  expect(status).toBe(429)
})
