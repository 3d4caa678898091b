// The input pane of the node view: the data from the chosen parent node.
import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, OutsideLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { disableNodes } from '../actions/change-nodes.ts';
import { edgesAt } from '../../../../engine/workflow/graph/walk.ts';
import { runWorkflow } from '../actions/run-workflow.ts';
import { MAIN } from '../canvas/index.ts';
import { describeNode } from '../view/describe-node.ts';
import { openCreatorFor } from '../actions/add-node.ts';
import { editorActions } from '../document/editor-slice.ts';
import { useHelp } from '../../../state/settings.ts';
import { ListeningPanel, useOpenNode } from '../open-node/index.ts';
import { errorSentence } from '../../../../engine/contract/error-sentence.ts';
import { runsOf } from '../runs/run-items.ts';
import { listeningTriggers } from '../runs/run-slice.ts';
import { DataBody } from './data-body.tsx';
import { FirstTimeTip } from './first-time-tip.tsx';
import { MAPPING_TIP, usePane } from './pane-context.tsx';
import { PaneFrame, PaneMessage, Working } from './pane-frame.tsx';
import { PaneHead } from './pane-head.tsx';
import { SearchBar, SearchButton } from './search/search-bar.tsx';
import { BranchTabs, ParentSelect, RunSelect } from './source-selects.tsx';

/** Milliseconds for which the tip about dragging is shown. */
const TIP_DURATION = 6000;

export function InputPane(): ReactNode {
  return (
    <PaneFrame side="input">
      <Input />
    </PaneFrame>
  );
}

function Input(): ReactNode {
  const view = useOpenNode();
  const { parents, input, description } = view;
  const { items } = usePane();
  const isAttached = parents.length === 0 && !describeNode(view.node, description).inputs.some(({ type }) => type === MAIN);
  if (parents.length === 0 && input.lists === undefined) {
    return (
      <>
        <PaneHead isBare />
        {isAttached ? <NotUsed /> : <NotConnected />}
      </>
    );
  }
  if (parents.length === 0) {
    return (
      <>
        <PaneHead isBare />
        {items.length === 0 ? <NotUsed /> : <Items />}
      </>
    );
  }
  return (
    <>
      <PaneHead>
        <ParentSelect />
        <BranchTabs />
      </PaneHead>
      {items.length === 0 ? <NoItems /> : <Items />}
    </>
  );
}

/** Shown for a node that is attached to another one, which has not used it in the shown run. */
function NotUsed(): ReactNode {
  const { t } = useTranslation('data');
  const { graph, head: node } = useOpenNode();
  const names = [...new Set(edgesAt(graph, node.name, 'down', 'ALL_NON_MAIN').map(({ target }) => target))];
  return (
    <PaneMessage
      title={t('attached.title')}
      text={names.length === 0 ? t('attached.loose') : t('attached.text', { names: names.join(', ') })}
    />
  );
}

function Items(): ReactNode {
  const { t } = useTranslation('data');
  const { items, canMap, display, content } = usePane();
  const hasParents = useOpenNode().parents.length > 0;
  const isMapped = canMap && content.hasJson && display !== 'binary' && display !== 'html';
  return (
    <>
      <div className="data-meta">
        <span>{t('items', { count: items.length, shown: items.length.toLocaleString() })}</span>
        {hasParents ? <RunSelect /> : null}
        {isMapped ? (
          <span className="data-hint" title={t(`drag.${display}`)}>
            {t(`drag.${display}`)}
          </span>
        ) : null}
        <span className="data-tools">
          <SearchButton />
        </span>
      </div>
      {hasParents ? <DisabledParent /> : null}
      <SearchBar />
      {isMapped ? <FirstTimeTip flag={MAPPING_TIP} text={t('drag.tip')} hideAfter={TIP_DURATION} /> : null}
      <DataBody />
    </>
  );
}

/** Shown if the parent node is disabled: it passes its input on unchanged. */
function DisabledParent(): ReactNode {
  const { t } = useTranslation('data');
  const { graph, input, editor, isReadOnly } = useOpenNode();
  const parent = input.source === undefined ? undefined : graph.node(input.source);
  if (parent?.disabled !== true) return null;
  return (
    <div className="data-banner" data-kind="warning">
      <span>{t('disabled.text', { name: parent.name })}</span>
      {isReadOnly ? null : (
        <button type="button" onClick={() => disableNodes(editor, [parent.id ?? ''])}>
          {t('disabled.enable')}
        </button>
      )}
    </div>
  );
}

function NoItems(): ReactNode {
  const { t } = useTranslation('data');
  const { input, run, editor, graph, isReadOnly } = useOpenNode();
  const name = input.source ?? '';
  const id = graph.node(name)?.id;
  const task = runsOf(run.runData, name)[input.run];
  if (listeningTriggers(run).length > 0 && task === undefined) return <ListeningPanel />;
  if (run.executing.includes(name)) return <Working startedAt={run.startedAt} />;
  if (task?.error !== undefined) {
    return (
      <PaneMessage title={t('previous.title')} text={t('previous.text', { name, message: errorSentence(task.error) })}>
        <Button onClick={() => editor.dispatch(editorActions.nodeOpened(id))}>{t('previous.open', { name })}</Button>
      </PaneMessage>
    );
  }
  if (input.lists === undefined) {
    return (
      <>
        <DisabledParent />
        <PaneMessage title={t('notRun.input')} text={t('notRun.inputText')}>
          {isReadOnly || id === undefined ? null : (
            <Button disabled={run.status !== 'idle'} onClick={() => void runWorkflow(editor, id)}>
              {t('notRun.runBefore')}
            </Button>
          )}
        </PaneMessage>
      </>
    );
  }
  const hasOthers = input.lists.some((list) => (list?.length ?? 0) > 0);
  return (
    <>
      <div className="data-meta">
        <RunSelect />
      </div>
      <DisabledParent />
      <PaneMessage
        title={t(hasOthers ? 'nothing.branch' : 'nothing.input', { name })}
        text={t(hasOthers ? 'nothing.branchText' : 'nothing.inputText')}
      />
    </>
  );
}

function NotConnected(): ReactNode {
  const { t } = useTranslation('data');
  const { documentation } = useHelp();
  const { editor, id, isReadOnly } = useOpenNode();
  const wire = (): void => {
    editor.dispatch(editorActions.nodeOpened(undefined));
    editor.dispatch(editorActions.selected([id]));
    openCreatorFor(editor, { node: id, side: 'input', index: 0, type: 'main' });
  };
  return (
    <PaneMessage icon={<Icon of={Unplug} size={28} />} title={t('notConnected.title')} text={t('notConnected.text')}>
      {isReadOnly ? null : <Button onClick={wire}>{t('notConnected.wire')}</Button>}
      {documentation === undefined ? null : (
        <OutsideLink to={documentation} className="data-help">
          {t('notConnected.help')}
        </OutsideLink>
      )}
    </PaneMessage>
  );
}
