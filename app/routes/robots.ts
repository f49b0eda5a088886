import { robotsResponse } from '../seo/robots.server'

export function loader() {
  return robotsResponse()
}
