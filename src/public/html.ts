// `likewise/html`: the text of a page.

export { htmlToText } from '../read/html.js'
