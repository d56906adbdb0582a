/** What is wrong with a record whose bytes are no text in UTF-8. */
export const INVALID_UTF8 = 'not valid UTF-8'
