// Public interface of the command palette.
export { CommandPalette } from './command-palette.tsx';
