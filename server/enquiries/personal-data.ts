import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { keepDays } from './enquiry.ts'

/** A place in the terms of docs/privacy.md, whose table `npm run write:configuration` writes. */
interface PersonalPlace {
  /** A file or folder below DATA_DIR. The names of further files begin with it, such as that of a WAL. */
  path: string
  holds: string
  /** Until when, and what erases it. */
  kept: string
  isInBackup: boolean
}

const ofStage = 'until it ends; of one that was killed, until the next one, 25 hours at most'

/** All places below DATA_DIR that may hold what a visitor wrote. */
export const personalPlaces = {
  outbox: {
    path: 'enquiries/outbox.db',
    holds:
      'Enquiries: name, contact data, message, list. Then, that there was one: reference, times, an HMAC of its content',
    kept: `until it is delivered, or an operator marks a failed one as answered; then ${keepDays} days. That there was one: 400 days after that, 2 where the outbox is full`,
    isInBackup: true,
  },
  files: {
    path: 'enquiries/enquiry-files',
    holds: 'Files of enquiries, and of forms that were not sent',
    kept: 'as long as the text of the enquiry; without one 40 minutes to a day and 20 minutes',
    isInBackup: true,
  },
  setAside: {
    path: 'enquiries/outbox.db.set-aside',
    holds:
      'An outbox that was [damaged](enquiries.md#an-outbox-that-was-set-aside); meanwhile, files of enquiries stay, too',
    kept: 'until an operator deletes it',
    isInBackup: true,
  },
  emails: {
    path: 'content-service',
    holds: 'E-mails that another site has sent through the embedded content service',
    kept: 'until an operator deletes them',
    isInBackup: false,
  },
  backup: {
    path: 'backup',
    holds: 'A copy of the outbox for a backup, with which its unfinished `FILE.part` goes',
    kept: ofStage,
    isInBackup: false,
  },
  restore: {
    path: 'restore',
    holds: 'What a restoration unpacks',
    kept: ofStage,
    isInBackup: false,
  },
} satisfies Record<string, PersonalPlace>

export function personalPath(dataDir: string, place: keyof typeof personalPlaces) {
  return path.join(dataDir, personalPlaces[place].path)
}

/** Where a backup notes the path of its archive, until that is whole. */
export const unfinishedNote = 'unfinished.txt'

const hourMs = 60 * 60 * 1000

/** No backup or restoration takes as long, ms: its folder was left by one that was killed. */
const abandonedMs = 24 * hourMs

/** Removes the folder of a backup or restoration, and the archive that it has not finished. */
export async function removeStage(stage: string) {
  const unfinished = await readFile(path.join(stage, unfinishedNote), 'utf8').catch(() => '')
  await rm(stage, { recursive: true, force: true })
  if (unfinished.endsWith('.part')) await rm(unfinished, { force: true })
}

/** Removes what backups and restorations have left that were killed, now and hourly. */
export function eraseAbandonedStages(dataDir: string, report: (error: string) => void) {
  async function erase(stage: string) {
    const found = await stat(stage).catch(() => null)
    if (found && found.mtimeMs < Date.now() - abandonedMs) await removeStage(stage)
  }
  function eraseAll() {
    for (const place of ['backup', 'restore'] as const) {
      erase(personalPath(dataDir, place)).catch((error: unknown) => report(String(error)))
    }
  }
  setInterval(eraseAll, hourMs).unref()
  eraseAll()
}
