import { serverAddresses } from '../addresses'
import { NotFound } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'
import { llmsTxtResponse } from '../seo/llms-txt.server'

/** Serves an overview of the site for language models: https://llmstxt.org */
export const loader = fileLoader(serverAddresses.llmsTxt(), (args) => {
  const { allowsAiCrawlers } = args.context.site.config
  if (!allowsAiCrawlers) throw new NotFound('Language models are asked to read nothing')
  return llmsTxtResponse(args)
})
