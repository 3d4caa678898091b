// The view of the open node, loaded on demand.
export { NodeViewScreen } from './node-view-screen.tsx';
