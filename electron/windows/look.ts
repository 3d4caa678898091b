// How a window looks before its page is painted.
import { nativeTheme } from 'electron';
import { windowIconFile } from '../places.ts';

/** The colors of an empty page (`--canvas` of `renderer/ui/tokens.css`), so that a window does not flash when it opens or grows. */
const backgrounds = { light: '#f4f6f7', dark: '#12171c' } as const;

export const background = (): string => backgrounds[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'];

/** Windows and macOS take the icon from the program; Linux shows that of the window. */
export const ownLook = (): { readonly backgroundColor: string; readonly icon?: string } => ({
  backgroundColor: background(),
  ...(process.platform === 'linux' ? { icon: windowIconFile } : {}),
});
