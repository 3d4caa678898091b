// A node is at work: since when, ticking.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../ui/use-now.ts';
import { PaneMessage } from './pane-message.tsx';

/** Under a minute as seconds, else m:ss. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `startedAt`: milliseconds since the epoch. */
export function Working({ startedAt }: { readonly startedAt: number | undefined }): ReactNode {
  const { t } = useTranslation('data');
  const now = useNow(1000);
  return (
    <PaneMessage
      title={t('working.title')}
      text={startedAt === undefined ? undefined : elapsedText(now - startedAt)}
      icon={<span className="waiting-wheel" aria-hidden />}
    />
  );
}
