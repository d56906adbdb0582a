// `likewise/news`: articles from one source.

export { type Find, findStories, NEWS_OPTIONS, type Story, type StoryOptions } from '../apps/news/news.js'
