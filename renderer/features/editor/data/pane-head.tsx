// The upper line of a pane: its title, what it shows the data of, and the ways to show it.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../node-view/segments.tsx';
import { displaysOf, type Display } from './display.ts';
import { usePane } from './pane-context.tsx';
import { choose } from './pane-choice.ts';

export function PaneHead({ isBare = false, children }: { readonly isBare?: boolean; readonly children?: ReactNode }): ReactNode {
  const { t } = useTranslation('data');
  const { side } = usePane();
  return (
    <div className="data-head">
      <h3 className="data-title">{t(side)}</h3>
      {children}
      {isBare ? null : <Displays />}
    </div>
  );
}

function Displays(): ReactNode {
  const { t } = useTranslation('data');
  const { side, content, display, choice, items } = usePane();
  if (items.length === 0) return null;
  return (
    <span className="data-displays">
      <Segments<Display>
        label={t('display.label')}
        value={display}
        options={displaysOf(content).map((value) => ({ value, label: t(`display.${value}`) }))}
        onChange={(next) => choose(side, { chosen: { ...choice.chosen, display: next } })}
      />
    </span>
  );
}
