// `likewise/store-lmdb`: a live index in a folder. Needs the package lmdb.

export { type LmdbStoreOptions, openLmdbStore } from '../store/lmdb/node-lmdb-store.js'
