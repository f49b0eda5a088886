/** The image widths that we serve, in pixels. Other widths are a 404. */
export const imageWidths = [160, 320, 480, 640, 800, 1200, 1600] as const

export type ImageWidth = (typeof imageWidths)[number]
