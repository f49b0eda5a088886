/** An e-mail that a visitor sends, by the names of the content API's fields. */
export const sampleEmail = {
  title: 'A question',
  details: 'Words',
  comEmail: 'visitor@tayyar.example',
  comEmailPass: '',
  comEmailPort: '',
  isSend: '',
}
