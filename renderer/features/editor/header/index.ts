// Public interface of the header.
export { Header } from './header.tsx';
