// The update of the desktop application: looking for it, its notes, the download, and the restart.
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppUpdate, UpdateState } from '../../../engine/contract/desktop.ts';
import { askDesktop } from '../../state/desktop.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import './updates-drawer.css';

interface CardProps {
  readonly state: UpdateState;
}

export function AppUpdateCard({ state }: CardProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="update" aria-labelledby={id}>
      <h3 id={id} className="visually-hidden">
        {t('appUpdate.title')}
      </h3>
      {'update' in state ? <Release update={state.update} /> : null}
      <Progress state={state} />
      <div className="update-actions">
        <Actions state={state} />
      </div>
    </section>
  );
}

function Release({ update: { version, releasedAt, notes } }: { readonly update: AppUpdate }): ReactNode {
  return (
    <>
      <header className="update-head">
        <h4 className="update-name">{version}</h4>
        <span className="row-grow" />
        {releasedAt === undefined ? null : (
          <span className="quiet-text">
            <RelativeTime at={releasedAt} />
          </span>
        )}
      </header>
      {notes === undefined ? null : <p className="update-notes">{notes}</p>}
    </>
  );
}

/** Screen readers hear the states; of a download they hear its beginning and end. */
function Progress({ state }: CardProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  if (state.type === 'failed') {
    const { reason, message } = state;
    return (
      <Notice kind="error" title={t(`appUpdate.failed.${state.step}`)}>
        {reason === 'other' ? message : t(`appUpdate.reasons.${reason}`)}
      </Notice>
    );
  }
  if (state.type === 'off') return <p className="update-text">{t(`appUpdate.off.${state.reason}`)}</p>;
  return (
    <>
      <p id={id} role="status" className="update-text">
        {t(`appUpdate.${state.type === 'ready' && state.isWaiting ? 'waiting' : state.type}`)}
      </p>
      {state.type === 'downloading' ? <progress className="update-progress" aria-labelledby={id} max={100} value={state.percent} /> : null}
    </>
  );
}

function Actions({ state }: CardProps): ReactNode {
  const { t } = useTranslation();
  switch (state.type) {
    case 'available':
      return (
        <Button kind="primary" onClick={() => askDesktop('downloadUpdate')}>
          {t('appUpdate.download')}
        </Button>
      );
    case 'ready':
      return state.isWaiting ? (
        <Button onClick={() => askDesktop('postponeUpdate')}>{t('appUpdate.postpone')}</Button>
      ) : (
        <Button kind="primary" onClick={() => askDesktop('installUpdate')}>
          {t('appUpdate.restart')}
        </Button>
      );
    case 'failed':
      return (
        <Button onClick={() => askDesktop(state.step === 'download' ? 'downloadUpdate' : 'checkForUpdate')}>{t('appUpdate.retry')}</Button>
      );
    case 'unknown':
    case 'none':
      return <Button onClick={() => askDesktop('checkForUpdate')}>{t('appUpdate.check')}</Button>;
    default:
      return null;
  }
}
