// `likewise/stop-words`: stop words of 17 languages.

export { STOP_WORD_LANGUAGES, type StopWordLanguage, stopWords } from '../text/stop-words.js'
