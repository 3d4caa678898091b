// The header's door.
export { Header } from './header.tsx';
