/** People as line figures, 1.75 m tall, seen from the side or half turned. */
import { colour, weight, type Mark, type Point } from '../pen.ts'
import { pairs, type Spot } from './perspective.ts'
import { createStencil, type Stencil } from './strokes.ts'

export type Dress = 'engineer' | 'thobe' | 'abaya' | 'shirt'
type Pose = 'stand' | 'walk' | 'point' | 'work' | 'tablet' | 'carry' | 'shake' | 'raise'

export interface FigureStyle {
  dress?: Dress
  pose?: Pose
  /** Faces left instead of right. */
  flip?: boolean
  /** Seen from behind: no face opening under the head cloth. */
  back?: boolean
}

/** Shoulder, elbow and wrist of both arms. */
const arms: Record<Pose, readonly [near: readonly Point[], far: readonly Point[]]> = {
  stand: [
    pairs([0.17, 1.39, 0.215, 1.12, 0.21, 0.88]),
    pairs([-0.17, 1.39, -0.215, 1.12, -0.185, 0.88]),
  ],
  walk: [pairs([0.13, 1.39, 0.22, 1.14, 0.36, 0.96]), pairs([-0.13, 1.39, -0.23, 1.14, -0.2, 0.9])],
  point: [
    pairs([0.15, 1.39, 0.4, 1.31, 0.64, 1.42]),
    pairs([-0.17, 1.39, -0.215, 1.12, -0.18, 0.88]),
  ],
  work: [pairs([0.14, 1.38, 0.29, 1.16, 0.52, 1.25]), pairs([0.05, 1.36, 0.3, 1.26, 0.54, 1.39])],
  tablet: [
    pairs([0.16, 1.38, 0.2, 1.12, 0.38, 1.13]),
    pairs([-0.15, 1.38, -0.13, 1.12, 0.28, 1.12]),
  ],
  carry: [pairs([0.16, 1.38, 0.22, 1.13, 0.44, 1.03]), pairs([-0.1, 1.36, 0.1, 1.1, 0.4, 1])],
  shake: [
    pairs([0.15, 1.38, 0.23, 1.15, 0.47, 1.08]),
    pairs([-0.17, 1.38, -0.215, 1.12, -0.18, 0.88]),
  ],
  raise: [
    pairs([0.15, 1.4, 0.3, 1.6, 0.35, 1.85]),
    pairs([-0.17, 1.38, -0.215, 1.12, -0.18, 0.88]),
  ],
}

/** A limb that tapers: a soft outline about a line of joints. */
function limb(
  stencil: Stencil,
  joints: readonly Point[],
  girths: readonly number[],
  style: { fill: string; width: number },
): string {
  const rim: [Point[], Point[]] = [[], []]
  joints.forEach(([x, y], index) => {
    const [ax, ay] = joints[index - 1] ?? [x, y]
    const [bx, by] = joints[index + 1] ?? [x, y]
    const length = Math.hypot(bx - ax, by - ay) || 1
    const half = (girths[index] ?? 0.1) / 2
    const [nx, ny] = [(-(by - ay) / length) * half, ((bx - ax) / length) * half]
    rim[0].push([x + nx, y + ny])
    rim[1].unshift([x - nx, y - ny])
  })
  return stencil.shape([...rim[0], ...rim[1]], style)
}

function penWidth(scale: number): number {
  return Math.max(1, Math.min(weight.detail, scale * 0.017))
}

/** The dark strokes a person throws on the ground, away from the light. */
function castShadow(spot: Spot): Mark {
  if (spot.scale < 14) return ''
  const flat = createStencil(spot)
  return flat.hatch(
    pairs([
      -0.16, 0.05, 0.3, 0.1, 0.85, 0.12, 1.2, 0.08, 1.15, 0.03, 0.7, -0.01, 0.2, -0.04, -0.2, -0.03,
    ]),
    { angle: 0, spacing: 3.4, tone: spot.night ? colour.ink : colour.grey, width: 1.4 },
  )
}

function drawHead(stencil: Stencil, dress: Dress, back: boolean, lift = 0): Mark {
  const width = penWidth(stencil.scale)
  const near = stencil.scale > 62
  const at = (flat: readonly number[]): Point[] => pairs(flat).map(([x, y]): Point => [x, y + lift])
  const fine = { width: weight.hatch }
  const skull = back
    ? [
        0.06, 1.73, 0.09, 1.66, 0.075, 1.57, 0.03, 1.525, -0.04, 1.53, -0.08, 1.58, -0.09, 1.67,
        -0.06, 1.735, 0, 1.755,
      ]
    : [
        0.055, 1.735, 0.083, 1.69, 0.083, 1.65, 0.108, 1.613, 0.085, 1.598, 0.086, 1.565, 0.06,
        1.522, 0.012, 1.525, -0.03, 1.56, -0.075, 1.6, -0.092, 1.67, -0.06, 1.735, 0, 1.757,
      ]
  const neck = stencil.polygon(at([-0.055, 1.6, 0.035, 1.56, 0.05, 1.45, -0.06, 1.45]), { width })
  const face = [
    neck,
    near &&
      stencil.hatch(at([-0.01, 1.56, 0.035, 1.55, 0.045, 1.46, 0, 1.46]), {
        angle: 0,
        spacing: 3.5,
      }),
    stencil.shape(at(skull), { width }),
  ]
  const looks = near &&
    !back && [
      stencil.line(0.052, 1.652 + lift, 0.066, 1.652 + lift, { width: 1.6 }),
      stencil.curve(at([-0.022, 1.66, -0.042, 1.64, -0.022, 1.605]), fine),
    ]
  const beard = stencil.shape(
    at([
      -0.02, 1.61, 0.01, 1.575, 0.06, 1.583, 0.088, 1.572, 0.06, 1.512, 0.01, 1.515, -0.035, 1.555,
    ]),
    { fill: colour.dark, stroke: colour.none },
  )
  if (dress === 'thobe' || dress === 'abaya') {
    const fill = dress === 'abaya' ? colour.dark : colour.paper
    const fold = { width: weight.hatch, stroke: dress === 'abaya' ? colour.ink : colour.grey }
    const cloth = at([
      0.02, 1.785, 0.09, 1.745, 0.1, 1.68, 0.07, 1.6, 0.1, 1.5, 0.16, 1.36, 0.08, 1.29, -0.06, 1.27,
      -0.18, 1.34, -0.155, 1.46, -0.13, 1.6, -0.105, 1.72, -0.05, 1.775,
    ])
    return [
      neck,
      stencil.shape(cloth, { fill, width }),
      !back && [
        stencil.shape(
          at([
            0.04, 1.725, 0.088, 1.69, 0.086, 1.652, 0.11, 1.615, 0.088, 1.6, 0.086, 1.565, 0.055,
            1.525, 0.02, 1.56, 0.005, 1.64, 0.012, 1.7,
          ]),
          { width: Math.min(width, 1.6) },
        ),
        looks && stencil.line(0.052, 1.652 + lift, 0.068, 1.652 + lift, { width: 1.6 }),
        dress === 'thobe' &&
          stencil.shape(at([0.02, 1.585, 0.05, 1.588, 0.088, 1.572, 0.056, 1.522, 0.026, 1.55]), {
            fill: colour.dark,
            stroke: colour.none,
          }),
      ],
      dress === 'thobe' && [
        [1.715, 1.735].map((y) =>
          stencil.curve(at([-0.108, y - 0.018, -0.01, y + 0.014, 0.098, y - 0.012]), {
            width: Math.max(1.3, stencil.scale * 0.018),
          }),
        ),
        stencil.hatch(at([-0.02, 1.5, 0.06, 1.46, 0.14, 1.36, 0.06, 1.3, -0.02, 1.32]), {
          angle: 70,
          spacing: 4,
        }),
      ],
      near && [
        stencil.curve(at([-0.07, 1.68, -0.1, 1.52, -0.13, 1.36]), fold),
        stencil.curve(at([-0.03, 1.62, -0.04, 1.48, -0.07, 1.31]), fold),
        back && stencil.curve(at([0.03, 1.66, 0.04, 1.48, 0.02, 1.3]), fold),
      ],
    ]
  }
  if (dress === 'engineer') {
    return [
      face,
      looks,
      stencil.hatch(at([-0.075, 1.66, -0.03, 1.66, -0.035, 1.58, -0.065, 1.59]), {
        angle: 80,
        spacing: 2.6,
        tone: colour.dark,
      }),
      stencil.shape(
        at([
          -0.118, 1.668, -0.112, 1.74, -0.06, 1.795, 0.02, 1.805, 0.085, 1.765, 0.108, 1.69, 0.165,
          1.668, 0.1, 1.664, 0, 1.66,
        ]),
        { width },
      ),
      near && [
        stencil.curve(at([-0.03, 1.802, -0.005, 1.75, 0, 1.675]), fine),
        stencil.curve(at([0.03, 1.803, 0.055, 1.75, 0.06, 1.675]), fine),
        stencil.hatch(at([0.062, 1.78, 0.1, 1.72, 0.105, 1.675, 0.07, 1.675]), {
          angle: 60,
          spacing: 3,
        }),
        stencil.line(-0.115, 1.685 + lift, 0.13, 1.685 + lift, fine),
      ],
    ]
  }
  const hair = back
    ? [
        0, 1.768, 0.07, 1.74, 0.095, 1.66, 0.075, 1.585, 0.02, 1.56, -0.05, 1.56, -0.09, 1.6, -0.1,
        1.68, -0.065, 1.745,
      ]
    : [
        -0.03, 1.6, -0.08, 1.595, -0.1, 1.68, -0.065, 1.745, 0.0, 1.772, 0.07, 1.745, 0.085, 1.7,
        0.04, 1.712, -0.01, 1.69, -0.022, 1.65,
      ]
  return [
    face,
    looks,
    !back && near && beard,
    stencil.shape(at(hair), { fill: colour.ink, stroke: colour.none }),
  ]
}

/** A robe to the ankles with its folds; the light leaves the right of the sheet in shade. */
function drawRobe(stencil: Stencil, dress: Dress, flip: boolean, width: number): Mark {
  const isDark = dress === 'abaya'
  const fold = { width: weight.hatch, stroke: isDark ? colour.ink : colour.grey }
  const shoe = { fill: colour.ink, width: 1 }
  const side = flip ? -1 : 1
  const mirror = (flat: readonly number[]): Point[] =>
    pairs(flat).map(([x, y]): Point => [x * side, y])
  return [
    stencil.shape(pairs([-0.13, 0.05, -0.02, 0.06, 0.03, 0.01, -0.12, 0]), shoe),
    stencil.shape(pairs([0.05, 0.05, 0.14, 0.06, 0.23, 0.015, 0.06, 0]), shoe),
    stencil.shape(
      pairs([
        -0.05, 1.48, 0.06, 1.48, 0.165, 1.42, 0.185, 1.25, 0.165, 1.02, 0.185, 0.6, 0.225, 0.07,
        0.1, 0.035, -0.08, 0.035, -0.205, 0.07, -0.18, 0.6, -0.165, 1.02, -0.185, 1.25, -0.16, 1.42,
      ]),
      { fill: isDark ? colour.dark : colour.paper, width },
    ),
    stencil.scale > 26 && [
      stencil.curve(pairs([0.05, 1, 0.08, 0.6, 0.1, 0.12]), fold),
      stencil.curve(pairs([-0.04, 0.9, -0.07, 0.5, -0.1, 0.12]), fold),
    ],
    dress === 'thobe' && [
      stencil.hatch(
        mirror([
          0.08, 1.44, 0.16, 1.4, 0.175, 1.25, 0.155, 1.02, 0.175, 0.6, 0.21, 0.09, 0.13, 0.07, 0.1,
          0.6, 0.1, 1.1,
        ]),
        { angle: 70, spacing: 4.5 },
      ),
      stencil.scale > 62 && stencil.line(0.045, 1.44, 0.05, 1.08, fold),
    ],
    isDark && stencil.scale > 62 && stencil.curve(pairs([0.0, 0.8, 0.01, 0.5, -0.01, 0.1]), fold),
  ]
}

/** Trousers, shoes and the upper body in a shirt or a high-visibility vest. */
function drawSuit(
  stencil: Stencil,
  dress: Dress,
  flip: boolean,
  width: number,
  step: number,
): Mark {
  const side = flip ? -1 : 1
  const mirror = (flat: readonly number[]): Point[] =>
    pairs(flat).map(([x, y]): Point => [x * side, y])
  const leg = (hip: number, knee: number, foot: number, lift: number): Mark => [
    stencil.shape(
      pairs([
        foot - 0.055,
        0.075 + lift,
        foot + 0.04,
        0.085 + lift,
        foot + 0.16,
        0.03 + lift,
        foot + 0.17,
        lift,
        foot - 0.07,
        lift,
      ]),
      { fill: colour.ink, width: 1 },
    ),
    limb(
      stencil,
      [
        [hip, 0.9],
        [knee, 0.49],
        [foot - 0.005, 0.06 + lift],
      ],
      [0.185, 0.145, 0.115],
      { fill: colour.dark, width },
    ),
  ]
  const vest = pairs([
    -0.16, 1.425, -0.06, 1.475, 0.05, 1.475, 0.155, 1.425, 0.175, 1.28, 0.155, 1.06, 0.165, 0.84,
    -0.165, 0.84, -0.155, 1.06, -0.175, 1.28,
  ])
  return [
    leg(-0.075, -0.085 - step * 0.5, -0.09 - step, step > 0.1 ? 0.03 : 0),
    leg(0.075, 0.09 + step * 0.8, 0.085 + step, 0),
    stencil.scale > 62 &&
      stencil.curve(pairs([0.12, 0.8, 0.13 + step * 0.8, 0.5, 0.11 + step, 0.14]), {
        width: weight.hatch,
        stroke: colour.grey,
      }),
    stencil.polygon(vest, { width, fill: dress === 'engineer' ? colour.tint : colour.paper }),
    stencil.hatch(
      mirror([0.06, 1.46, 0.155, 1.42, 0.17, 1.28, 0.15, 1.06, 0.16, 0.85, 0.07, 0.85]),
      { angle: 50, spacing: 4, tone: dress === 'engineer' ? colour.dark : colour.grey },
    ),
    dress === 'engineer'
      ? [
          stencil.polygon(pairs([-0.163, 0.93, 0.163, 0.93, 0.158, 1, -0.158, 1]), {
            width: weight.hatch,
          }),
          stencil.scale > 40 && [
            stencil.polygon(pairs([-0.118, 1, -0.07, 1, -0.075, 1.46, -0.12, 1.44]), { width: 1 }),
            stencil.polygon(pairs([0.07, 1, 0.118, 1, 0.12, 1.44, 0.075, 1.465]), { width: 1 }),
            stencil.line(0.015, 0.84, 0.02, 1.4, { width: weight.hatch }),
          ],
          stencil.trace(pairs([-0.04, 1.47, 0.015, 1.38, 0.05, 1.47]), { width: weight.hatch }),
        ]
      : [
          stencil.trace(pairs([-0.04, 1.47, 0.02, 1.4, 0.05, 1.47]), { width: weight.hatch }),
          stencil.scale > 40 &&
            stencil.line(0.02, 1.4, 0.025, 0.86, { width: 1, stroke: colour.grey }),
          stencil.line(-0.162, 0.865, 0.162, 0.865, { width: weight.detail }),
        ],
  ]
}

/** A standing person with the feet on the spot. */
export function person(spot: Spot, style: FigureStyle = {}): Mark {
  const { dress = 'engineer', pose = 'stand', flip = false, back = false } = style
  const stencil = createStencil(spot, flip)
  const width = penWidth(spot.scale)
  const robe = dress === 'thobe' || dress === 'abaya'
  const cloth = dress === 'abaya' ? colour.dark : colour.paper
  const [near, far] = arms[pose]
  const sleeve = (joints: readonly Point[]): Mark => {
    const [elbow, wrist]: [Point, Point] = [joints[1] ?? [0, 0], joints[2] ?? [0, 0]]
    const reach = Math.hypot(wrist[0] - elbow[0], wrist[1] - elbow[1]) || 1
    const [ux, uy] = [(wrist[0] - elbow[0]) / reach, (wrist[1] - elbow[1]) / reach]
    return [
      limb(
        stencil,
        [
          wrist,
          [wrist[0] + ux * 0.05, wrist[1] + uy * 0.05],
          [wrist[0] + ux * 0.1, wrist[1] + uy * 0.1],
        ],
        [0.05, 0.072, 0.045],
        { fill: colour.paper, width: Math.min(width, 1.6) },
      ),
      limb(stencil, joints, robe ? [0.12, 0.115, 0.105] : [0.115, 0.098, 0.078], {
        fill: cloth,
        width,
      }),
    ]
  }
  return [
    castShadow(spot),
    sleeve(far),
    robe
      ? drawRobe(stencil, dress, flip, width)
      : drawSuit(stencil, dress, flip, width, pose === 'walk' ? 0.19 : 0.03),
    drawHead(stencil, dress, back),
    pose === 'tablet' &&
      stencil.polygon(pairs([0.3, 1.07, 0.51, 1.14, 0.58, 1.35, 0.37, 1.28]), {
        fill: colour.tint,
        width,
      }),
    sleeve(near),
  ]
}

/** Someone on a chair; the spot is the floor below the seat. Side view, or from behind. */
export function seated(spot: Spot, style: FigureStyle & { from?: 'side' | 'behind' } = {}): Mark {
  const { dress = 'shirt', flip = false, from = 'side' } = style
  const stencil = createStencil(spot, flip)
  const width = penWidth(spot.scale)
  const cloth = dress === 'abaya' ? colour.dark : colour.paper
  const lap = dress === 'thobe' ? colour.paper : colour.dark
  const side = flip ? -1 : 1
  const castor = (x: number): Mark =>
    stencil.circle(x, 0.03, 0.03, { fill: colour.ink, stroke: colour.none })
  if (from === 'behind') {
    return [
      castShadow(spot),
      stencil.trace(pairs([-0.28, 0.06, 0, 0.12, 0.28, 0.06]), { width: weight.detail }),
      [-0.28, 0, 0.28].map(castor),
      stencil.line(0, 0.44, 0, 0.1, { width: Math.max(2, spot.scale * 0.05) }),
      stencil.rect(-0.25, 0.42, 0.5, 0.08, { fill: colour.ink, width: 1 }),
      [-1, 1].map((way) =>
        limb(
          stencil,
          pairs([way * 0.18, 0.98, way * 0.28, 0.78, way * 0.2, 0.7]),
          [0.12, 0.11, 0.09],
          { fill: cloth, width },
        ),
      ),
      stencil.shape(
        pairs([
          -0.05, 1.07, 0.05, 1.07, 0.18, 1.01, 0.2, 0.8, 0.17, 0.5, -0.17, 0.5, -0.2, 0.8, -0.18,
          1.01,
        ]),
        { fill: cloth, width },
      ),
      dress !== 'abaya' &&
        stencil.hatch(
          pairs([0.06, 1.05, 0.17, 1, 0.18, 0.86, 0.06, 0.86]).map(([x, y]): Point => [
            x * side,
            y,
          ]),
          { angle: 60, spacing: 4.5 },
        ),
      drawHead(stencil, dress, true, -0.42),
      stencil.rect(-0.225, 0.5, 0.45, 0.4, { fill: colour.dark, width, radius: 0.07 * spot.scale }),
      stencil.hatch(pairs([-0.19, 0.54, 0.19, 0.54, 0.19, 0.86, -0.19, 0.86]), {
        angle: 0,
        spacing: 5,
        tone: colour.ink,
      }),
    ]
  }
  return [
    castShadow(spot),
    stencil.trace(pairs([-0.3, 0.06, -0.05, 0.12, 0.2, 0.06]), { width: weight.detail }),
    [-0.3, -0.05, 0.2].map(castor),
    stencil.line(-0.05, 0.42, -0.05, 0.1, { width: Math.max(2, spot.scale * 0.05) }),
    stencil.shape(pairs([0.39, 0.07, 0.5, 0.075, 0.6, 0.03, 0.6, 0, 0.38, 0]), {
      fill: colour.ink,
      width: 1,
    }),
    limb(stencil, pairs([-0.02, 0.52, 0.42, 0.53, 0.44, 0.07]), [0.17, 0.17, 0.115], {
      fill: lap,
      width,
    }),
    stencil.shape(
      pairs([-0.12, 1.04, 0, 1.08, 0.12, 1.01, 0.13, 0.8, 0.14, 0.46, -0.15, 0.46, -0.18, 0.8]),
      { fill: cloth, width },
    ),
    stencil.tube(pairs([-0.23, 0.95, -0.24, 0.44, 0.16, 0.42]), 0.05, { fill: colour.dark, width }),
    drawHead(stencil, dress, false, -0.42),
    limb(stencil, pairs([-0.02, 0.98, 0.1, 0.74, 0.4, 0.77]), [0.12, 0.11, 0.08], {
      fill: cloth,
      width,
    }),
    stencil.circle(0.43, 0.77, 0.035, { width: Math.min(width, 1.6) }),
  ]
}
