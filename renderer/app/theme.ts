// The theme: stored in this browser and set on the page; follows the system if that is chosen. Before the first paint, public/theme.js does the
// same. In the desktop application, the theme is a setting of this computer, which pages see as the system's.
import type { ThemeChoice } from '../../engine/contract/desktop.ts';
import { themeChosen } from '../state/ui-slice.ts';
import { startListening, type AppDispatch } from '../state/store.ts';
import { saveStored, readStored } from '../lib/browser-storage.ts';
import { bridge } from '../transport/bridge.ts';

export const themeOf = (choice: ThemeChoice, isSystemDark: boolean): 'light' | 'dark' =>
  choice === 'dark' || (choice === 'system' && isSystemDark) ? 'dark' : 'light';

const KEY = 'millrace-theme';

const isChoice = (text: string | null | undefined): text is ThemeChoice => text === 'light' || text === 'dark' || text === 'system';

function storedTheme(): ThemeChoice {
  const storedTheme = readStored(KEY);
  return isChoice(storedTheme) ? storedTheme : 'system';
}

export function startTheme(dispatch: AppDispatch): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let choice = bridge === undefined ? storedTheme() : 'system';
  const show = (): void => {
    document.documentElement.dataset['theme'] = themeOf(choice, system.matches);
  };
  system.addEventListener('change', show);
  show();
  if (bridge !== undefined) {
    const shell = bridge;
    startListening({
      actionCreator: themeChosen,
      effect: ({ payload: theme }) => void shell.changeThisComputer({ theme }).catch(() => undefined),
    });
    return;
  }
  startListening({
    actionCreator: themeChosen,
    effect: ({ payload }) => {
      choice = payload;
      // If storage is blocked, the choice lasts as long as the page.
      saveStored(KEY, choice);
      show();
    },
  });
  // The theme was changed in another tab.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && isChoice(newValue)) dispatch(themeChosen(newValue));
  });
  dispatch(themeChosen(choice));
}
