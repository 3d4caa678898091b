// Public interface of the node creator.
export { fittingTypes, type CreatorMode, type RequestedPort } from './catalog.ts';
export { nodeDragType } from './creator-row.tsx';
export { NodeCreator } from './node-creator.tsx';
export { usePackageOffers } from './package-offers.ts';
