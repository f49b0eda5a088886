import { z } from 'zod'
import { devices } from './devices/catalogue.ts'
import { sheet } from './pen.ts'
import { scenes, type Scene } from './scenes/catalogue.ts'

const scenesByKind: Readonly<Record<string, Scene>> = scenes
const deviceSheet = { width: 1200, height: 900 } as const

/** A drawing that does not exist as ordered; the message says what is wrong with it. */
export class DrawingError extends Error {
  override name = 'DrawingError'
}

const variant = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).default(1)
const sceneParameters = z.strictObject({ variant })
const branchParameters = z.strictObject({
  variant,
  storeys: z.number().int().min(1).max(5).optional(),
})

/** The names of all drawings there are: devices first, then scenes. */
export function listKinds(): string[] {
  return [...Object.keys(devices), ...Object.keys(scenes)]
}

/**
 * The SVG of one drawing.
 * @throws DrawingError for a kind or parameter that does not exist
 */
export function drawPicture(drawing: Readonly<Record<string, unknown>>): string {
  const { kind, ...parameters } = drawing
  const name = String(kind)
  const drawDevice = Object.hasOwn(devices, name) ? devices[name] : undefined
  const drawScene = Object.hasOwn(scenesByKind, name) ? scenesByKind[name] : undefined
  try {
    if (drawDevice) return sheet(deviceSheet.width, deviceSheet.height, drawDevice(drawing))
    if (drawScene) {
      const schema = name === 'branch' ? branchParameters : sceneParameters
      return drawScene(schema.parse(parameters))
    }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const issue = error.issues[0]
    const place = issue?.path.join('.')
    throw new DrawingError(
      `the drawing "${name}" ${place ? `has a wrong ${place}` : 'has a wrong parameter'}: ${issue?.message ?? ''}`,
      { cause: error },
    )
  }
  throw new DrawingError(`there is no drawing of the kind "${name}"`)
}
