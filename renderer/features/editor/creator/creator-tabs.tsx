// Tabs for the kinds of nodes.
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatorMode } from './catalog.ts';

const modes: readonly CreatorMode[] = ['all', 'regular', 'trigger'];

export interface CreatorTabsProps {
  readonly mode: CreatorMode;
  /** Id of the tab panel. */
  readonly controls: string;
  readonly onChange: (mode: CreatorMode) => void;
}

export function CreatorTabs({ mode, controls, onChange }: CreatorTabsProps): ReactNode {
  const { t } = useTranslation('creator');
  const step = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = (modes.indexOf(mode) + by + modes.length) % modes.length;
    onChange(modes[next] ?? 'all');
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="creator-tabs" role="tablist" aria-label={t('kinds')} onKeyDown={step}>
      {modes.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          className="creator-tab"
          aria-selected={each === mode}
          aria-controls={controls}
          tabIndex={each === mode ? 0 : -1}
          onClick={() => onChange(each)}
        >
          {t(`modes.${each}`)}
        </button>
      ))}
    </div>
  );
}
