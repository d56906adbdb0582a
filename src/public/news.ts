// `likewise/news`: articles from one source.

export {
  findStories,
  NEWS_OPTIONS,
  type NewsMethod,
  type NewsPage,
  STOP_WORD_NEWS_OPTIONS,
  type Story,
  type StoryOptions,
} from '../apps/news/news.js'
export { articleTexts } from '../apps/news/page-texts.js'
