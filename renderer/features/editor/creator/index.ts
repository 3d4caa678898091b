// Public interface of the node creator.
export { nodeDragType } from './creator-row.tsx';
export { NodeCreator, type NodeCreatorProps } from './node-creator.tsx';
