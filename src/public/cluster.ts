// `likewise/cluster`: pairs to clusters, clusters to survivors.

export { chainBetween, type Link } from '../cluster/chain.js'
export { type ClusterOptions, clusterPairs } from '../cluster/cluster.js'
export { type Cohesion, cohesionOfMembers, cohesionOfPairs } from '../cluster/cohesion.js'
export { componentGroups, connectedComponents } from '../cluster/components.js'
export { type Star, starClusters } from '../cluster/stars.js'
export { chooseSurvivor } from '../cluster/survivors.js'
export type { Cluster, CohesionOver } from '../model/cluster.js'
