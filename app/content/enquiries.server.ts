/** Whether the site takes enquiries. Without, visitors write e-mails. */
export function hasEnquiries() {
  return true
}
