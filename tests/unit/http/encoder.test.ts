import { expect, test } from 'vitest'
import { drawScene, encoder } from '../../support/image-server.ts'

test('work that ends the encoder’s process fails alone; the next has a new one', async () => {
  const scene = await drawScene()
  // No width that the process can read: it ends, as it would by a picture that breaks its library.
  await expect(encoder.makeWebp(scene, NaN)).rejects.toThrow('has ended')
  const { picture, colour } = await encoder.makeWebp(scene, 320)
  expect(picture.length).toBeGreaterThan(100)
  expect(colour).toBe('2277aa')
})

test('what is no picture has no width, and cannot be made into one', async () => {
  const text = Buffer.from('no picture')
  expect(await encoder.measure(text)).toBeNull()
  await expect(encoder.makeAvif(text, 320)).rejects.toThrow()
})
