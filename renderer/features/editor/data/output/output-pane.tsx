// The output pane of the node view: the node's results, its pinned data or its error.
import { Check } from 'lucide-react';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskData } from '../../../../../engine/contract/run-data.ts';
import { hasFailed } from '../../../../../engine/workflow/issues/node-issues.ts';
import type { NodeDescription } from '../../../../../engine/workflow/node-type.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { WaitDetails } from '../../../executions/index.ts';
import { followContinued } from '../../actions/remembered-run.ts';
import { editorActions } from '../../document/editor-slice.ts';
import { ExecuteButton, useOpenNode } from '../../open-node/index.ts';
import { agentSteps, ownCalls } from '../../runs/agent-steps.ts';
import { failedAttached, runsOf } from '../../runs/run-items.ts';
import { DataBody } from '../data-body.tsx';
import { usePane } from '../pane-context.tsx';
import { PaneFrame, PaneMessage, Working } from '../pane-frame.tsx';
import { PaneHead } from '../pane-head.tsx';
import { SearchBar, SearchButton } from '../search/search-bar.tsx';
import { BranchTabs, RunSelect } from '../source-selects.tsx';
import { EditButtons, EditPanel, type OutputEdit } from './edit-panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { OutputNotices } from './output-notices.tsx';
import { PinControls, PinTip } from './pin-controls.tsx';

const StepsPanel = lazy(async () => ({ default: (await import('./steps-panel.tsx')).StepsPanel }));

export function OutputPane({ edit }: { readonly edit: OutputEdit }): ReactNode {
  return (
    <PaneFrame side="output" isOther={edit.draft !== undefined}>
      {edit.draft === undefined ? (
        <Output edit={edit} />
      ) : (
        <>
          <PaneHead isBare>
            <EditButtons edit={edit} />
          </PaneHead>
          <EditPanel edit={edit} />
        </>
      )}
    </PaneFrame>
  );
}

function Output({ edit }: { readonly edit: OutputEdit }): ReactNode {
  const { head: node, output, run } = useOpenNode();
  const task = runsOf(run.runData, node.name)[output.run];
  const isWorking = run.executing.includes(node.name) && !output.isPinned;
  return (
    <>
      <PaneHead isBare={isWorking}>{isWorking ? null : <BranchTabs />}</PaneHead>
      {isWorking ? (
        <>
          <AttachedSteps at={runsOf(run.runData, node.name).length} task={undefined} />
          <Working startedAt={run.startedAt} />
        </>
      ) : (
        <>
          <Meta edit={edit} task={task} />
          <OutputNotices task={task} />
          {output.isPinned ? null : <AttachedSteps at={output.run} task={task} />}
          <SearchBar />
          <PinTip />
          <Content task={task} />
        </>
      )}
    </>
  );
}

/** The calls of models of a run of the node, and what it did with the nodes attached to it; nothing for other nodes. `at`: index of the run. */
function AttachedSteps({ at, task }: { readonly at: number; readonly task: TaskData | undefined }): ReactNode {
  const { graph, head, run } = useOpenNode();
  const { name } = head;
  const steps = useMemo(
    () => [...ownCalls(name, at, task), ...agentSteps(graph, run.runData, { name, run: at })],
    [graph, run.runData, name, at, task],
  );
  if (steps.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <StepsPanel steps={steps} />
    </Suspense>
  );
}

function Meta({ edit, task }: { readonly edit: OutputEdit; readonly task: TaskData | undefined }): ReactNode {
  const { t } = useTranslation('data');
  const { output } = useOpenNode();
  const { items } = usePane();
  const count = { count: items.length, shown: items.length.toLocaleString() };
  const isOk = task?.executionStatus === 'success' && !output.isPinned;
  return (
    <div className="data-meta" data-side="output">
      {isOk ? (
        <span className="data-ok">
          <Icon of={Check} size={13} />
          {t('itemsIn', { ...count, time: task.executionTime.toLocaleString() })}
        </span>
      ) : items.length > 0 && task?.executionStatus !== 'waiting' ? (
        <span>{t('items', count)}</span>
      ) : null}
      <RunSelect />
      <span className="data-tools">
        <SearchButton />
        <PinControls edit={edit} />
      </span>
    </div>
  );
}

function Content({ task }: { readonly task: TaskData | undefined }): ReactNode {
  const { t } = useTranslation('data');
  const { description, isReadOnly, output, head: node, run, root } = useOpenNode();
  const { items } = usePane();
  // While a run by hand waits, its node has no result yet.
  const waitingNode = run.outcome?.status === 'waiting' ? run.outcome.lastNode : undefined;
  const isAsking = task === undefined && root !== undefined && root === waitingNode && isReviewer(description);
  const isWaiting = task?.executionStatus === 'waiting' || waitingNode === node.name || isAsking;
  if (isWaiting && !output.isPinned) return <Waiting />;
  if (items.length > 0) return <DataBody />;
  if (task?.error !== undefined && !output.isPinned && !hasFailed(task))
    return <PaneMessage title={t('stopped.title')} text={t('stopped.text')} />;
  if (task?.error !== undefined && !output.isPinned) {
    return (
      <>
        <FailedAttached />
        <ErrorPanel error={task.error} properties={description?.properties ?? []} />
      </>
    );
  }
  if (output.lists === undefined) {
    return (
      <PaneMessage
        title={t('notRun.output')}
        text={isReadOnly ? t('notRun.readOnly') : root === undefined ? t('notRun.outputText') : t('notRun.attached', { name: root })}
      >
        {/* A running execution is stopped by the button beside the title. */}
        {isReadOnly || run.status !== 'idle' ? null : <ExecuteButton isSecondary />}
      </PaneMessage>
    );
  }
  const hasOthers = output.lists.some((list) => (list?.length ?? 0) > 0);
  if (hasOthers) return <PaneMessage title={t('nothing.branch')} text={t('nothing.branchText')} />;
  return <PaneMessage title={t('nothing.output')} text={t(node.alwaysOutputData === true ? 'nothing.outputText' : 'nothing.outputHint')} />;
}

/** Whether a node asks a person about the calls of the tools that are attached to it. */
const isReviewer = (description: Pick<NodeDescription, 'inputs' | 'outputs'> | undefined): boolean =>
  [description?.inputs, description?.outputs].every(
    (ports) => typeof ports === 'object' && ports.some((port) => (typeof port === 'string' ? port : port.type) === 'ai_tool'),
  );

/** Leads to the attached node that failed while the open node used it. */
function FailedAttached(): ReactNode {
  const { t } = useTranslation('data');
  const { editor, graph, head: node, output, run } = useOpenNode();
  const name = failedAttached(graph, run.runData, { name: node.name, run: output.run });
  const id = name === undefined ? undefined : graph.node(name)?.id;
  if (name === undefined || id === undefined) return null;
  return (
    <div className="data-banner" data-kind="warning">
      <span>{t('attached.failed', { name })}</span>
      <button type="button" onClick={() => editor.dispatch(editorActions.nodeOpened(id))}>
        {t('previous.open', { name })}
      </button>
    </div>
  );
}

function Waiting(): ReactNode {
  const { t } = useTranslation('data');
  const { run, editor } = useOpenNode();
  const { executionId, outcome, status } = run;
  const isWaiting = executionId !== undefined && status === 'idle' && outcome?.status === 'waiting';
  return (
    <PaneMessage title={t('waiting.title')}>
      {isWaiting ? <WaitDetails id={executionId} waitTill={outcome.waitTill} onContinued={() => void followContinued(editor)} /> : null}
    </PaneMessage>
  );
}
