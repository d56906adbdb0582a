// `likewise/news`: finds pages with the same article.

export { findStories, type NewsPage, type Story, type StoryOptions } from '../apps/news/news.js'
export { NEWS_OPTIONS, type NewsMethod, STOP_WORD_NEWS_OPTIONS } from '../apps/news/news-options.js'
export { articleTexts } from '../apps/news/page-texts.js'
