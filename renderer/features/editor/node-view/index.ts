// The open node's view: loaded when a node is opened for the first time.
export { NodeViewScreen } from './node-view-screen.tsx';
