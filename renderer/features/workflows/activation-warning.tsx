// Warns that an active workflow does not run; the tooltip explains why.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowsApi } from '../../api/workflows.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tooltip } from '../../ui/floating/tooltip.tsx';
import './workflows.css';

/** Milliseconds between checks. */
const EVERY = 30_000;

/** Shown for an active workflow, only if there is a problem. */
export function ActivationWarning({ id }: { readonly id: string }): ReactNode {
  const { data } = workflowsApi.useActivationErrorQuery({ params: { id } }, { refetchOnMountOrArgChange: true, pollingInterval: EVERY });
  return data === null || data === undefined ? null : <NotRunning id={id} />;
}

/** Shown for a workflow that is known not to run. */
export function NotRunning({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <Tooltip label={<Reason id={id} />}>
      <button type="button" className="activation-warning" aria-label={t('activation.notRunning')}>
        <Icon of={TriangleAlert} />
      </button>
    </Tooltip>
  );
}

/** The reason, loaded when the tooltip opens. */
function Reason({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation('workflows');
  const { data, error } = workflowsApi.useActivationErrorQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return (error as RequestFailure).message;
  if (data === undefined) return t('activation.loading');
  if (data === null) return t('activation.noReason');
  const { message, node, hint } = data.error;
  const isNamed = node === undefined || message.includes(`"${node}"`);
  return (
    <span className="activation-reason">
      <strong>{t('activation.notRunning')}</strong>
      <span>{[isNamed ? message : t('activation.inNode', { node, message }), hint].filter((text) => text !== undefined).join(' ')}</span>
    </span>
  );
}
