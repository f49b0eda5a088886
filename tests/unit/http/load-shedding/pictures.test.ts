import { expect, test } from 'vitest'
import { RequestShed } from '../../../../server/http/load-shedding/shed-request.ts'
import { imageResponse } from '../../../../server/images/image-response.ts'
import { drawScene, startImageServer } from '../../../support/image-server.ts'
import { sendBytes, startRecordingApi } from '../../../support/recording-api.ts'
import { makeFolder } from '../../content-service/small-sample.ts'

const asked = { accept: null, ifNoneMatch: null }

function refuse(): never {
  throw new RequestShed('busy')
}

test('V17: on a full site a picture that is kept is sent, and none is fetched or resized', async () => {
  const api = await startRecordingApi(sendBytes(await drawScene(), { type: 'image/png' }))
  const { images } = await startImageServer(api.url, makeFolder())
  let admitted = 0
  const admit = () => void (admitted += 1)

  const unknown = await imageResponse(images, {
    ...asked,
    file: 'a.png',
    width: '160',
    admit: refuse,
  })
  expect(unknown.status).toBe(503)
  expect(unknown.headers).toMatchObject({ 'Cache-Control': 'no-store' })
  expect(unknown.headers['Retry-After']).toMatch(/^[1-5]$/)
  expect(api.requests).toHaveLength(0)

  // Taken on once for all there is to do for it.
  const made = await imageResponse(images, { ...asked, file: 'a.png', width: '160', admit })
  expect([made.status, admitted]).toEqual([200, 1])
  const kept = await imageResponse(images, { ...asked, file: 'a.png', width: '160', admit: refuse })
  expect(kept.status).toBe(200)

  const other = { ...asked, file: 'a.png', width: '320' }
  expect((await imageResponse(images, { ...other, admit: refuse })).status).toBe(503)
  expect((await imageResponse(images, { ...other, admit })).status).toBe(200)
  expect(admitted).toBe(2)
})

test('V17: a client who has asked for too many new pictures is told so', async () => {
  const api = await startRecordingApi(sendBytes(await drawScene(), { type: 'image/png' }))
  const { images } = await startImageServer(api.url, makeFolder())
  const admit = () => {
    throw new RequestShed('client')
  }
  const { status } = await imageResponse(images, { ...asked, file: 'a.png', width: '160', admit })
  expect(status).toBe(429)
})
