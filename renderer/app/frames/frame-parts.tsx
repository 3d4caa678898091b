// Parts of several frames: the logo, the skip link, the theme toggle, and whether the window is narrow.
import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThemeChoice } from '../../../engine/contract/desktop.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { selectTheme, themeChosen } from '../../state/ui-slice.ts';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import { Icon } from '../../ui/icon.tsx';

export function Mark({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      className="mark"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      aria-hidden
    >
      <circle cx="12" cy="9" r="6" />
      <path d="M12 3v12M6 9h12M7.8 4.8l8.4 8.4M16.2 4.8l-8.4 8.4" strokeWidth={1.2} />
      <path d="M2 20c3 0 3-2 5-2s3 2 5 2 3-2 5-2 2 2 5 2" />
    </svg>
  );
}

/** First tab stop of the page: skips the sidebar. */
export function SkipLink(): ReactNode {
  const { t } = useTranslation();
  const skip = (): void => {
    const main = document.querySelector('main');
    if (main === null) return;
    main.tabIndex = -1;
    main.focus();
  };
  return (
    <button type="button" className="skip-link" onClick={skip}>
      {t('sidebar.skip')}
    </button>
  );
}

const next: Readonly<Record<ThemeChoice, ThemeChoice>> = { light: 'dark', dark: 'system', system: 'light' };
const icons = { light: Sun, dark: Moon, system: Monitor } as const;

/** Cycles through the themes: light, dark, system. */
export function ThemeToggle(): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const theme = useAppSelector(selectTheme);
  const label = t('theme.toggle', { theme: t(`theme.${theme}`), next: t(`theme.${next[theme]}`) });
  return (
    <Tooltip label={label} side="right">
      <button type="button" className="side-entry sidebar-toggle" aria-label={label} onClick={() => dispatch(themeChosen(next[theme]))}>
        <Icon of={icons[theme]} />
      </button>
    </Tooltip>
  );
}

const narrow = '(max-width: 899.98px)';

const listen = (onChange: () => void): (() => void) => {
  const query = matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** Whether the window is too narrow for the expanded sidebar. */
export const useIsNarrow = (): boolean => useSyncExternalStore(listen, () => matchMedia(narrow).matches);
