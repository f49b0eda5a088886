import { setFlagsFromString } from 'node:v8'

/**
 * For the start, before anything else is loaded: most of what it makes is garbage at once, and room
 * that the heap has taken for new objects is hardly ever given back. So that room stays as it is, 1 MB.
 */
export function holdHeap() {
  setFlagsFromString('--semi-space-growth-factor=1')
  // Between two full collections V8 lets the heap grow up to fourfold: pages made side by side then
  // leave tens of megabytes of garbage. Twofold makes as many pages a second; less makes fewer.
  setFlagsFromString('--heap-growing-percent=100')
}

/** For visitors: room for new objects grows as it is needed, V8's own way. */
export function letHeapGrow() {
  setFlagsFromString('--semi-space-growth-factor=2')
}
