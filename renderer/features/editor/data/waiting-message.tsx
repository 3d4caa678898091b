// The node waits: until a time, or for a call.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WAIT_FOREVER } from '../../../../engine/contract/run-data.ts';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { timeText } from './error-texts.ts';
import { PaneMessage } from './pane-message.tsx';

export function Waiting(): ReactNode {
  const { t } = useTranslation('data');
  const { run } = useNodeView();
  const till = run.outcome?.waitTill;
  return (
    <PaneMessage
      title={t('waiting.title')}
      text={till === undefined ? undefined : till >= WAIT_FOREVER ? t('waiting.forCall') : t('waiting.until', { time: timeText(till) })}
    />
  );
}
