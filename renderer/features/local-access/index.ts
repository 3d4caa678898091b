// Public interface of local access: the screen for browsers without access.
export { LockedPage } from './locked-page.tsx';
