// Resolves a theme choice to a theme.
import type { ThemeChoice } from '../state/ui-slice.ts';

export const themeOf = (choice: ThemeChoice, isSystemDark: boolean): 'light' | 'dark' =>
  choice === 'dark' || (choice === 'system' && isSystemDark) ? 'dark' : 'light';
