import type { ShapeName } from './post.ts'

/** Shapes of posts; the others are of parts of the site. */
export type PostShape = Exclude<ShapeName, OtherShape>

const otherShapes = ['contact', 'footer', 'anything', 'record'] as const

type OtherShape = (typeof otherShapes)[number]

export function isPostShape(shape: ShapeName): shape is PostShape {
  return !otherShapes.some((other) => other === shape)
}
