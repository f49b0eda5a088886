import { addresses } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { serviceWorkerResponse } from '../offline/service-worker.server'

/** Serves the program that browsers keep for visits without a network. */
export const loader = fileLoader(addresses.serviceWorker(), ({ context }) =>
  serviceWorkerResponse(context),
)
