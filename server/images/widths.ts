/** The widths that pictures are made in, in pixels. Any other is no address of ours. */
export const imageWidths = [160, 320, 480, 640, 800, 1200, 1600] as const

export type ImageWidth = (typeof imageWidths)[number]
