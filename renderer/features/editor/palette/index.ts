// The command palette's door.
export { CommandPalette } from './command-palette.tsx';
