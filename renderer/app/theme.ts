// The theme: stored in this browser and set on the page; follows the system if that is chosen. Before the first paint, public/theme.js does the
// same.
import { themeChosen, type ThemeChoice } from '../state/ui-slice.ts';
import { startListening, type AppDispatch } from '../state/store.ts';

export const themeOf = (choice: ThemeChoice, isSystemDark: boolean): 'light' | 'dark' =>
  choice === 'dark' || (choice === 'system' && isSystemDark) ? 'dark' : 'light';

const KEY = 'millrace-theme';

const isChoice = (text: string | null): text is ThemeChoice => text === 'light' || text === 'dark' || text === 'system';

function kept(): ThemeChoice {
  try {
    const text = localStorage.getItem(KEY);
    return isChoice(text) ? text : 'system';
  } catch {
    return 'system';
  }
}

function keep(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // If storage is blocked, the choice lasts as long as the page.
  }
}

export function startTheme(dispatch: AppDispatch): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let choice = kept();
  const show = (): void => {
    document.documentElement.dataset['theme'] = themeOf(choice, system.matches);
  };
  system.addEventListener('change', show);
  startListening({
    actionCreator: themeChosen,
    effect: ({ payload }) => {
      choice = payload;
      keep(choice);
      show();
    },
  });
  // The theme was changed in another tab.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && isChoice(newValue)) dispatch(themeChosen(newValue));
  });
  dispatch(themeChosen(choice));
}
