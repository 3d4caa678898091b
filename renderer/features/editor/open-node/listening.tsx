// What a run waits for before it starts: the addresses to call, with copy, and the forms to open.
import './listening.css';
import { Radio, Square } from 'lucide-react';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, OutsideLink } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { stopRun } from '../actions/run-workflow.ts';
import { listeningTriggers } from '../runs/run-slice.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useRunState } from '../state/slices.ts';

/** Milliseconds of waiting for an event after which the view of a node says that nothing has come yet. */
const LATE = 1000;

/** Whether something has been waited for that long. */
export function useIsLate(isWaiting: boolean, milliseconds: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting, milliseconds]);
  return isLate;
}

/** Says, after a second, that nothing has come yet. */
export function WaitingHint({ isPolling = false }: { readonly isPolling?: boolean }): ReactNode {
  const { t } = useTranslation('nodeView');
  return useIsLate(true, LATE) ? <p className="trigger-wait">{t(isPolling ? 'trigger.pollingLate' : 'trigger.late')}</p> : null;
}

/** `node`: name of the trigger. Default: all that listen. */
export function ListeningAddresses({ node }: { readonly node?: string }): ReactNode {
  const { t } = useTranslation('nodeView');
  const run = useRunState((state) => state);
  return listeningTriggers(run, node).map(({ node: name, url, methods = [], isForm }) =>
    url === undefined ? null : (
      <Fragment key={`${name} ${url}`}>
        <CopyField label={isForm === true ? t('webhooks.form') : t('trigger.call', { method: methods.join(', ') })} text={url} />
        {isForm === true ? <OutsideLink to={url}>{t('webhooks.openForm')}</OutsideLink> : null}
      </Fragment>
    ),
  );
}

/** Replaces the input of a node whose run waits for the first event of a trigger. */
export function ListeningPanel(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { context } = useEditor();
  const names = useRunState((state) =>
    listeningTriggers(state)
      .map(({ node }) => node)
      .join(', '),
  );
  return (
    <div className="listening" role="status">
      <Icon of={Radio} size={28} />
      <strong>{t('trigger.listeningTo', { names })}</strong>
      <ListeningAddresses />
      <WaitingHint />
      <Button onClick={() => void stopRun(context)}>
        <Icon of={Square} size={14} />
        {t('execute.stopListening')}
      </Button>
    </div>
  );
}
