// @ts-check
// Every picture of the documentation, made from the library's own results on the sample articles.

import { readFileSync } from 'node:fs'
import { findSimilar, planSimilar } from 'likewise'
import { chooseBands } from 'likewise/sketch'
import { curvePicture, histogramPicture, planPicture } from './charts.js'
import { clusterPicture, pipelinePicture } from './diagrams.js'

const ARTICLES = new URL('../../examples/data/articles.jsonl', import.meta.url)

/** @returns {Record<string, string>} the SVG of each picture, by the name of its file in docs/pictures */
export function makePictures() {
  const articles = readFileSync(ARTICLES, 'utf8')
    .trim()
    .split('\n')
    .map((line) => /** @type {{ id: string, text: string }} */ (JSON.parse(line)))
  const { plan, sample } = planSimilar(articles, { threshold: 0.7, method: 'bands' })
  if (plan.method !== 'bands' || sample === undefined) throw new Error('a plan of bands has a sample')
  return {
    's-curve.svg': curvePicture(chooseBands({ threshold: 0.8, recall: 0.95 }), 0.8),
    'histogram.svg': histogramPicture(sample.histogram, articles.length),
    'plan.svg': planPicture(sample.histogram, plan, plan.threshold, articles.length),
    'pipeline.svg': pipelinePicture(),
    'cluster.svg': loosestCluster(articles),
  }
}

/** The cluster of five to seven articles whose members are least similar to each other: one with a chain in it. */
function loosestCluster(/** @type {readonly { id: string, text: string }[]} */ articles) {
  const threshold = 0.7
  const { pairs, clusters } = findSimilar(articles, { threshold, recall: 1 })
  const [cluster] = clusters
    .filter(({ members }) => members.length >= 5 && members.length <= 7)
    .map(({ members }) => ({
      members,
      pairs: pairs.filter(({ a, b }) => members.includes(a) && members.includes(b)),
    }))
    .sort((one, other) => share(one) - share(other))
  if (cluster === undefined) throw new Error('the sample articles have a cluster of five to seven')
  return clusterPicture(cluster.members, cluster.pairs, threshold)
}

/** The share of the pairs of a cluster that reach the threshold. */
function share(/** @type {{ members: readonly string[], pairs: readonly object[] }} */ { members, pairs }) {
  return pairs.length / ((members.length * (members.length - 1)) / 2)
}
