// Cycles through the themes: light, dark, system.
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { selectTheme, themeChosen, type ThemeChoice } from '../../state/ui-slice.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';

const next: Readonly<Record<ThemeChoice, ThemeChoice>> = { light: 'dark', dark: 'system', system: 'light' };
const icons = { light: Sun, dark: Moon, system: Monitor } as const;

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
