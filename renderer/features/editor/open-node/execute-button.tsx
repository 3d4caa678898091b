// Runs the open node, or stops the running execution.
import { LoaderCircle, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tooltip } from '../../../ui/floating/tooltip.tsx';
import { change } from '../actions/change.ts';
import { runWorkflow, stopRun } from '../actions/run-workflow.ts';
import { setPin } from '../document/operations.ts';
import { listeningTriggers } from '../runs/run-slice.ts';
import { executeState } from './execute-state.ts';
import { useOpenNode, type OpenNode } from './open-node.tsx';

/** Runs the workflow up to the open node. If its output is pinned, the user is asked to unpin it first. */
async function executeOpenNode({ editor, id, node, output, force }: OpenNode): Promise<void> {
  force();
  if (output.isPinned) {
    const response = await editor.ui.ask({
      title: editor.t('nodeView:unpin.title'),
      message: editor.t('nodeView:unpin.message', { name: node.name }),
      confirm: editor.t('nodeView:unpin.confirm'),
    });
    if (response !== 'confirm' || !change(editor, 'unpin', (file) => setPin(file, id, undefined))) return;
  }
  await runWorkflow(editor, id);
}

interface ExecuteButtonProps {
  /** Whether the button is not the primary one, which is in the main pane. */
  readonly isSecondary?: boolean;
}

export function ExecuteButton({ isSecondary = false }: ExecuteButtonProps): ReactNode {
  const { t } = useTranslation('nodeView');
  const view = useOpenNode();
  const { head: node, description, run, issues, editor, root } = view;
  const state = executeState({
    node,
    description,
    run,
    isListening: listeningTriggers(run, node.name).length > 0,
    hasIssues: issues?.parameters !== undefined || issues?.credentials !== undefined || issues?.typeUnknown === true,
  });
  const isEnding = state.action !== 'run';
  return (
    // The tooltip is rendered without a hint too: adding it later would replace the button, which would lose the focus.
    <Tooltip label={state.hint === undefined ? '' : t(`execute.${state.hint}`)} isOff={state.hint === undefined}>
      <Button
        kind={isEnding || isSecondary ? 'normal' : 'primary'}
        aria-disabled={state.hint !== undefined}
        onClick={() => {
          if (state.hint === 'ownIssues') view.force();
          if (state.hint === undefined) void (isEnding ? stopRun(editor) : executeOpenNode(view));
        }}
      >
        <Icon of={state.isRunning ? LoaderCircle : isEnding ? Square : Play} size={14} />
        {isEnding ? t(`execute.${state.action}`) : root === undefined ? t(`execute.${state.kind}`) : t('execute.root', { name: root })}
      </Button>
    </Tooltip>
  );
}
