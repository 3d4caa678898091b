// The door of local access: the screen for browsers that have not been let in on this computer.
export { LockedPage } from './locked-page.tsx';
