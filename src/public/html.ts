// `likewise/html`: the text of an HTML page.

export { htmlToText } from '../read/html.js'
