// Shown in place of the input for triggers: how to start the node, and its state while it waits for a test event.
import { Radio } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isChatTrigger } from '../../../../engine/workflow/planning/start-node.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import { ExecuteButton, executeState, ListeningAddresses, useOpenNode, WaitingHint } from '../open-node/index.ts';
import { listeningTriggers } from '../runs/run-slice.ts';
import { useEditorState } from '../state/slices.ts';

export const hasTriggerPanel = (description: NodeDescription | undefined): boolean =>
  description !== undefined &&
  ((description.webhooks ?? []).length > 0 || description.polling === true || description.triggerPanel !== undefined);

/** Returns a text of the panel's description, which can have separate texts for active and inactive workflows. */
function panelText(panel: unknown, name: string, isActive: boolean): string | undefined {
  const panelText = isRecord(panel) ? panel[name] : undefined;
  const chosen = isRecord(panelText) ? panelText[isActive ? 'active' : 'inactive'] : panelText;
  return typeof chosen === 'string' && chosen !== '' ? chosen : undefined;
}

export function TriggerPanel(): ReactNode {
  const { node, description, run } = useOpenNode();
  const state = executeState({ node, description, run, hasIssues: false, isListening: listeningTriggers(run, node.name).length > 0 });
  if (state.action === 'stopListening') return <Listening isPolling={false} />;
  if (state.action === 'stop' && description?.polling === true) return <Listening isPolling />;
  return <Start />;
}

function Listening({ isPolling }: { readonly isPolling: boolean }): ReactNode {
  const { t } = useTranslation('nodeView');
  const { node } = useOpenNode();
  return (
    <div className="trigger-panel" role="status">
      <Icon of={Radio} size={28} />
      <strong>{t(isPolling ? 'trigger.polling' : 'trigger.listening')}</strong>
      <ListeningAddresses node={node.name} />
      <WaitingHint isPolling={isPolling} />
      <ExecuteButton isSecondary />
    </div>
  );
}

function Start(): ReactNode {
  const { t } = useTranslation('nodeView');
  const { node, description } = useOpenNode();
  const isActive = useEditorState((state) => state.isActive);
  const panel = description?.triggerPanel;
  const name = description?.displayName ?? '';
  const fallback = isChatTrigger(node) ? 'chat' : description?.polling === true ? 'polling' : 'webhook';
  return (
    <div className="trigger-panel">
      <strong>
        <SafeHtml html={panelText(panel, 'header', isActive) ?? t(`trigger.${fallback}Header`, { name })} />
      </strong>
      <ExecuteButton isSecondary />
      <p>
        <SafeHtml html={panelText(panel, 'activationHint', isActive) ?? t(isActive ? 'trigger.active' : 'trigger.inactive')} />
      </p>
      <details>
        <summary>{t('trigger.when')}</summary>
        <p>
          <SafeHtml html={panelText(panel, 'executionsHelp', isActive) ?? t(isActive ? 'trigger.helpActive' : 'trigger.helpInactive')} />
        </p>
      </details>
    </div>
  );
}
