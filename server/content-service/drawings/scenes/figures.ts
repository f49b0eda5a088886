/** People as line figures, 1.75 m tall, seen from the side or half turned. */
import { colour, weight, type Mark, type Point } from '../pen.ts'
import { pairs, type Spot } from './perspective.ts'
import { createStencil, type Stencil } from './strokes.ts'

export type Dress = 'engineer' | 'thobe' | 'abaya' | 'shirt'
export type Pose = 'stand' | 'walk' | 'point' | 'work' | 'tablet' | 'carry' | 'shake' | 'raise'

export interface FigureStyle {
  dress?: Dress
  pose?: Pose
  /** Faces left instead of right. */
  flip?: boolean
  /** Seen from behind: no face opening under the head cloth. */
  back?: boolean
}

const arms: Record<Pose, readonly [near: readonly Point[], far: readonly Point[]]> = {
  stand: [
    pairs([0.19, 1.38, 0.225, 1.1, 0.2, 0.84]),
    pairs([-0.19, 1.38, -0.225, 1.1, -0.2, 0.84]),
  ],
  walk: [
    pairs([0.15, 1.38, 0.26, 1.12, 0.38, 0.94]),
    pairs([-0.15, 1.38, -0.24, 1.12, -0.2, 0.86]),
  ],
  point: [
    pairs([0.17, 1.38, 0.42, 1.33, 0.68, 1.42]),
    pairs([-0.19, 1.38, -0.23, 1.1, -0.19, 0.84]),
  ],
  work: [pairs([0.15, 1.37, 0.32, 1.15, 0.56, 1.25]), pairs([0.06, 1.36, 0.28, 1.24, 0.58, 1.4])],
  tablet: [pairs([0.18, 1.38, 0.22, 1.1, 0.42, 1.14]), pairs([-0.17, 1.38, -0.14, 1.1, 0.3, 1.12])],
  carry: [pairs([0.18, 1.38, 0.24, 1.12, 0.46, 1.02]), pairs([-0.1, 1.36, 0.1, 1.1, 0.42, 0.98])],
  shake: [pairs([0.16, 1.38, 0.24, 1.14, 0.5, 1.06]), pairs([-0.19, 1.38, -0.23, 1.1, -0.2, 0.84])],
  raise: [pairs([0.17, 1.4, 0.32, 1.6, 0.36, 1.9]), pairs([-0.19, 1.38, -0.23, 1.1, -0.2, 0.84])],
}

function drawHead(stencil: Stencil, dress: Dress, back: boolean, lift = 0): Mark {
  const width = stencil.scale > 90 ? weight.detail : weight.hatch
  const line = { width }
  const at = (points: readonly Point[]): Point[] => points.map(([x, y]): Point => [x, y + lift])
  const face = [
    stencil.tube(
      at([
        [0, 1.46],
        [0.01, 1.56],
      ]),
      0.085,
      { width },
    ),
    stencil.shape(
      at(
        pairs([
          0.005, 1.74, 0.085, 1.7, 0.095, 1.6, 0.045, 1.515, -0.045, 1.53, -0.085, 1.62, -0.07,
          1.71,
        ]),
      ),
      line,
    ),
  ]
  if (dress === 'thobe' || dress === 'abaya') {
    const fill = dress === 'abaya' ? colour.dark : colour.paper
    const cloth = at(
      pairs([
        0.02, 1.78, 0.11, 1.72, 0.105, 1.6, 0.13, 1.46, 0.17, 1.34, 0, 1.29, -0.17, 1.34, -0.15,
        1.48, -0.125, 1.62, -0.09, 1.74,
      ]),
    )
    return [
      stencil.shape(cloth, { fill, width }),
      !back &&
        stencil.shape(
          at(pairs([0.045, 1.7, 0.095, 1.66, 0.085, 1.57, 0.045, 1.515, 0.005, 1.57, 0, 1.66])),
          { width: weight.hatch },
        ),
      dress === 'thobe' && [
        stencil.curve(at(pairs([-0.112, 1.69, 0, 1.735, 0.108, 1.69])), {
          width: Math.max(1.6, stencil.scale * 0.026),
        }),
        stencil.curve(at(pairs([-0.07, 1.6, -0.09, 1.48, -0.08, 1.36])), {
          width: weight.hatch,
          stroke: colour.grey,
        }),
        back &&
          stencil.curve(at(pairs([0.02, 1.62, 0.03, 1.48, 0.02, 1.34])), {
            width: weight.hatch,
            stroke: colour.grey,
          }),
      ],
    ]
  }
  if (dress === 'engineer') {
    return [
      face,
      stencil.shape(
        at(
          pairs([
            -0.105, 1.665, -0.1, 1.74, -0.04, 1.79, 0.04, 1.79, 0.1, 1.74, 0.115, 1.68, 0.16, 1.665,
            0.1, 1.66, 0, 1.655,
          ]),
        ),
        line,
      ),
      stencil.scale > 60 &&
        stencil.curve(at(pairs([-0.02, 1.8, 0.02, 1.75, 0.03, 1.68])), { width: weight.hatch }),
    ]
  }
  if (back) {
    return [
      face,
      stencil.shape(
        at(
          pairs([
            0.005, 1.76, 0.085, 1.71, 0.09, 1.61, 0.05, 1.55, -0.05, 1.55, -0.09, 1.62, -0.075,
            1.72,
          ]),
        ),
        { fill: colour.ink, width: weight.hatch },
      ),
    ]
  }
  return [
    face,
    stencil.shape(
      at(
        pairs([
          -0.08, 1.6, -0.095, 1.68, -0.05, 1.76, 0.03, 1.765, 0.09, 1.71, 0.03, 1.71, -0.03, 1.67,
          -0.045, 1.6,
        ]),
      ),
      { fill: colour.ink, width: weight.hatch },
    ),
  ]
}

/** A standing person with the feet on the spot. */
export function person(spot: Spot, style: FigureStyle = {}): Mark {
  const { dress = 'engineer', pose = 'stand', flip = false, back = false } = style
  const stencil = createStencil(spot, flip)
  const width = spot.scale > 90 ? weight.detail : weight.hatch
  const robe = dress === 'thobe' || dress === 'abaya'
  const cloth = dress === 'abaya' ? colour.dark : colour.paper
  const [near, far] = arms[pose]
  const sleeve = (points: readonly Point[], thickness: number): Mark => [
    stencil.circle(...(points[points.length - 1] ?? [0, 0]), 0.045, { width }),
    stencil.tube(points, thickness, { fill: cloth, width }),
  ]
  const step = pose === 'walk' ? 0.2 : 0.03
  const legs: readonly (readonly Point[])[] = [
    [
      [-0.08, 0.88],
      [-0.09 - step * 0.5, 0.47],
      [-0.1 - step, 0.07],
    ],
    [
      [0.08, 0.88],
      [0.1 + step * 0.7, 0.48],
      [0.1 + step, 0.07],
    ],
  ]
  const body: Mark = robe
    ? [
        stencil.tube(
          [
            [-0.07, 0.02],
            [0, 0.02],
          ],
          0.05,
          { fill: colour.ink, width },
        ),
        stencil.tube(
          [
            [0.08, 0.02],
            [0.16, 0.02],
          ],
          0.05,
          { fill: colour.ink, width },
        ),
        stencil.polygon(
          pairs([
            -0.17, 1.43, -0.06, 1.49, 0.06, 1.49, 0.17, 1.43, 0.2, 1.3, 0.19, 0.95, 0.23, 0.06,
            -0.22, 0.06, -0.18, 0.95, -0.2, 1.3,
          ]),
          { fill: cloth, width },
        ),
        spot.scale > 30 && [
          stencil.line(0.08, 0.7, 0.11, 0.1, {
            width: weight.hatch,
            stroke: dress === 'abaya' ? colour.ink : colour.grey,
          }),
          stencil.line(-0.06, 0.6, -0.09, 0.1, {
            width: weight.hatch,
            stroke: dress === 'abaya' ? colour.ink : colour.grey,
          }),
          dress === 'thobe' &&
            !back &&
            stencil.line(0.03, 1.4, 0.04, 0.95, { width: weight.hatch, stroke: colour.grey }),
        ],
        dress === 'thobe' &&
          stencil.hatch(pairs([0.1, 1.4, 0.19, 1.3, 0.18, 0.95, 0.22, 0.08, 0.13, 0.08]), {
            angle: 90,
            spacing: 5,
          }),
      ]
    : [
        legs.map((leg) => {
          const [x, y] = leg[2] ?? [0, 0]
          return [
            stencil.tube(leg, 0.15, { fill: colour.dark, width }),
            stencil.tube(
              [
                [x, y - 0.035],
                [x + 0.11, y - 0.04],
              ],
              0.06,
              { fill: colour.ink, width },
            ),
          ]
        }),
        stencil.polygon(
          pairs([
            -0.18, 1.42, -0.06, 1.48, 0.06, 1.48, 0.18, 1.42, 0.19, 1.28, 0.165, 0.84, -0.165, 0.84,
            -0.19, 1.28,
          ]),
          { width },
        ),
        dress === 'engineer' && [
          stencil.hatch(pairs([-0.18, 1.42, -0.07, 1.46, -0.05, 0.86, -0.165, 0.84, -0.19, 1.28]), {
            angle: 45,
            spacing: 5,
          }),
          stencil.hatch(pairs([0.18, 1.42, 0.07, 1.46, 0.05, 0.86, 0.165, 0.84, 0.19, 1.28]), {
            angle: 45,
            spacing: 5,
          }),
          stencil.line(-0.17, 1.02, 0.17, 1.02, { width: weight.detail, stroke: colour.grey }),
        ],
      ]
  return [
    sleeve(far, 0.1),
    body,
    drawHead(stencil, dress, back),
    pose === 'tablet' &&
      stencil.polygon(pairs([0.3, 1.06, 0.52, 1.14, 0.6, 1.36, 0.38, 1.28]), {
        fill: colour.tint,
        width,
      }),
    sleeve(near, 0.105),
  ]
}

/** Someone on a chair; the spot is the floor below the seat. Side view, or from behind. */
export function seated(spot: Spot, style: FigureStyle & { from?: 'side' | 'behind' } = {}): Mark {
  const { dress = 'shirt', flip = false, from = 'side' } = style
  const stencil = createStencil(spot, flip)
  const width = spot.scale > 90 ? weight.detail : weight.hatch
  const cloth = dress === 'abaya' ? colour.dark : colour.paper
  const lap = dress === 'thobe' ? colour.paper : colour.dark
  if (from === 'behind') {
    return [
      stencil.tube(pairs([0.2, 0.96, 0.3, 0.78, 0.24, 0.68]), 0.1, { fill: cloth, width }),
      stencil.tube(pairs([-0.2, 0.96, -0.3, 0.78, -0.24, 0.68]), 0.1, { fill: cloth, width }),
      stencil.polygon(pairs([-0.2, 1.0, -0.06, 1.07, 0.06, 1.07, 0.2, 1.0, 0.2, 0.5, -0.2, 0.5]), {
        fill: cloth,
        width,
      }),
      drawHead(stencil, dress, true, -0.42),
      stencil.rect(-0.23, 0.48, 0.46, 0.42, {
        fill: colour.dark,
        width,
        radius: 0.06 * spot.scale,
      }),
      stencil.line(0, 0.48, 0, 0.12, { width: Math.max(2, spot.scale * 0.05) }),
      stencil.trace(pairs([-0.26, 0.02, 0, 0.12, 0.26, 0.02]), { width }),
    ]
  }
  return [
    stencil.line(-0.05, 0.42, -0.05, 0.1, { width: Math.max(2, spot.scale * 0.05) }),
    stencil.trace(pairs([-0.28, 0.02, -0.05, 0.12, 0.2, 0.02]), { width }),
    stencil.tube(pairs([0.0, 0.52, 0.42, 0.53, 0.44, 0.09]), 0.15, { fill: lap, width }),
    stencil.tube(
      [
        [0.44, 0.03],
        [0.56, 0.03],
      ],
      0.06,
      { fill: colour.ink, width },
    ),
    stencil.polygon(
      pairs([-0.14, 1.03, -0.02, 1.08, 0.12, 1.0, 0.14, 0.45, -0.16, 0.45, -0.18, 0.8]),
      { fill: cloth, width },
    ),
    stencil.tube(pairs([-0.22, 0.95, -0.24, 0.44, 0.16, 0.42]), 0.05, { fill: colour.dark, width }),
    drawHead(stencil, dress, false, -0.42),
    stencil.tube(pairs([0.0, 0.96, 0.12, 0.72, 0.42, 0.76]), 0.1, { fill: cloth, width }),
  ]
}
