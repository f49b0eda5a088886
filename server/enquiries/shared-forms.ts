import { repliesOf, type SharedCache } from '../shared-cache/shared-cache.ts'

/** Longer than a form may be open, ms. */
const lifetimeMs = 2 * 24 * 60 * 60 * 1000

export type SharedForms = ReturnType<typeof createSharedForms>

/** What the processes have accepted of each form, each in its own outbox: a form sent to two is one enquiry. */
export function createSharedForms(cache: Pick<SharedCache, 'run'> | null) {
  const keyOf = (form: string) => `form:${form}`

  return {
    /** Digests of the contents accepted, in order; none while the shared cache is away. */
    async digestsOf(form: string): Promise<string[]> {
      return (await cache?.run((commands) => commands.lrange(keyOf(form), 0, -1))) ?? []
    },
    /** Tells the other processes, once it is stored. */
    async add(form: string, digest: string) {
      await cache?.run(async (commands) =>
        repliesOf(
          await commands
            .pipeline()
            .rpush(keyOf(form), digest)
            .pexpire(keyOf(form), lifetimeMs)
            .exec(),
        ),
      )
    },
  }
}
