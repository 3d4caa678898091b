// Public interface of find.
export { FindBar } from './find-bar.tsx';
