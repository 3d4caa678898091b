// Finding nodes on the canvas.
export { FindBar } from './find-bar.tsx';
