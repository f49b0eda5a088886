import { z } from 'zod'
import type { Mark } from '../pen.ts'
import { sizes } from './parts.ts'
import type { View } from './solids.ts'

/** Draws a device from the `drawing` of a post; throws a ZodError where that is not understood. */
export type Device = (drawing: unknown) => Mark

const views: readonly View[] = ['front', 'side', 'three-quarter']

/** Ties a drawing function to the parameters it understands; any other parameter is an error. */
export function device<Shape extends z.ZodRawShape>(
  shape: Shape,
  draw: (parameters: z.output<z.ZodObject<Shape>>, view: View) => Mark,
): Device {
  const parameters = z.strictObject(shape)
  const view = z.enum(views).default('front')
  return (drawing) => {
    const {
      kind: _kind,
      view: from,
      ...rest
    } = z.looseObject({ kind: z.string(), view }).parse(drawing)
    return draw(parameters.parse(rest), from)
  }
}

/** A whole number between two bounds. */
export function count(from: number, to: number): z.ZodNumber {
  return z.number().int().min(from).max(to)
}

/** A size out of those the kind knows. */
export const size = z.enum(sizes)
export const smallOrMedium = z.enum(['s', 'm'])
export const smallOrLarge = z.enum(['s', 'l'])
