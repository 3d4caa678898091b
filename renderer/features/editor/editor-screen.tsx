// The editor's screen: header, canvas, and the panels beside it.
import './screen/editor.css';
import { lazy, memo, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { WorkflowNode } from '../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import { chatTriggerOf, isTriggerNode, stickyNoteType } from '../../../engine/workflow/planning/start-node.ts';
import { editorApi, nodeIconUrl } from '../../api/editor.ts';
import { useNodeRequest } from '../../state/settings.ts';
import { failureText } from '../../state/toasts.ts';
import { modalOpened } from '../../state/ui-slice.ts';
import { opensNewNodes } from '../../state/node-opening.ts';
import { Button } from '../../ui/button.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { Notice } from '../../ui/notice.tsx';
import { notifyTooMany } from './actions/add-node.ts';
import { addNodeWhenComplete } from './actions/complete-types.ts';
import { replaceNodeBy } from './actions/replace-node.ts';
import { editorActions } from './document/editor-slice.ts';
import { MAIN, type CanvasIntent, type PortRef } from './canvas/index.ts';
import { fittingTypes, NodeCreator, usePackageOffers, type RequestedPort } from './creator/index.ts';
import { FindBar } from './find/find-bar.tsx';
import { CommandMenu } from './screen/command-menu.tsx';
import { EditorDialogs } from './screen/dialogs.tsx';
import { EditorProvider, useEditor, usePanels } from './state/editor-context.tsx';
import { Header } from './header/header.tsx';
import { MissingPackages } from './screen/missing-packages.tsx';
import { OpenNode, useFocusAfterNode } from './screen/open-node.tsx';
import { OutlinePanel } from './screen/outline-panel.tsx';
import { PaletteAndShortcuts } from './screen/palette-and-shortcuts.tsx';
import { RunBanner } from './screen/run-banner.tsx';
import { RunBar } from './screen/run-bar.tsx';
import { EmptyCanvas } from './screen/empty-canvas.tsx';
import { Stage } from './screen/stage.tsx';
import { StageTools } from './screen/stage-tools.tsx';
import { useCompleteTypes } from './screen/use-complete-types.ts';
import { useDemoMessages } from './screen/use-demo-messages.ts';
import { useDesktop } from './screen/use-desktop.ts';
import { useEditorState } from './state/slices.ts';
import { useFollowedExecution } from './screen/use-followed-execution.ts';
import { useKeyboard } from './screen/use-keyboard.ts';
import { useMissingTypes } from './screen/use-missing-types.ts';
import { useOpened } from './screen/use-opened.ts';
import { useRunNotices } from './screen/use-run-notices.ts';
import { useUnsavedChanges } from './screen/use-unsaved-changes.ts';
import { importFile } from './actions/clipboard.ts';
import { describeNode } from './view/describe-node.ts';
import { useMayInstall } from './view/install-package-button.tsx';
import { typeLookup, type TypeLookup } from './view/type-lookup.ts';

const ChatPanel = lazy(async () => ({ default: (await import('./chat/index.ts')).ChatPanel }));

const noTypes = typeLookup([]);

/** Keyboard shortcuts, with announcements of their effect. */
function Keyboard(): ReactNode {
  const said = useKeyboard(useEditor().context);
  return (
    <p className="visually-hidden" aria-live="polite">
      {said}
    </p>
  );
}

export function EditorScreen(): ReactNode {
  const { data, error, refetch } = editorApi.useNodeTypesQuery();
  const types = useMemo(() => (data === undefined ? undefined : typeLookup(data)), [data]);
  return (
    <EditorProvider types={types ?? noTypes}>
      <OpenedEditor types={types} problem={error === undefined ? undefined : failureText(error)} onRetry={() => void refetch()} />
    </EditorProvider>
  );
}

interface OpenedEditorProps {
  /** Undefined until the types are loaded. */
  readonly types: TypeLookup | undefined;
  /** Why they could not be loaded. */
  readonly problem: string | undefined;
  readonly onRetry: () => void;
}

/** The workflow is opened while the node types are loading. */
function OpenedEditor({ types, problem, onRetry }: OpenedEditorProps): ReactNode {
  const { t } = useTranslation('editor');
  const { opened, retry } = useOpened(useEditor().context);
  const status = useEditorState((state) => state.status);
  const failure = useEditorState((state) => state.failure);
  const isExecution = useLocation().pathname.startsWith('/execution/');
  useCompleteTypes(types);
  if (status === 'missing') return <Missing />;
  if (status === 'failed')
    return <NotLoaded title={t(isExecution ? 'execution.notLoaded' : 'open.failed')} reason={failure} onRetry={retry} />;
  if (types !== undefined) return <Editor types={types} opened={opened} />;
  if (problem !== undefined) return <NotLoaded title={t('loadFailed')} reason={problem} onRetry={onRetry} />;
  return (
    <div className="editor-filling" role="status">
      {t('loading')}
    </div>
  );
}

interface NotLoadedProps {
  readonly title: string;
  readonly reason: string | undefined;
  readonly onRetry: () => void;
}

/** Shown in place of the editor if the workflow, the execution or the node types could not be loaded. */
function NotLoaded({ title, reason, onRetry }: NotLoadedProps): ReactNode {
  const { t } = useTranslation('editor');
  useEffect(() => {
    document.title = `${title} – Millrace`;
  }, [title]);
  return (
    <main className="editor-filling">
      <div className="editor-failure">
        <Notice kind="error" title={title} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
          {reason}
        </Notice>
        <Link to="/workflows">{t('toList')}</Link>
      </div>
    </main>
  );
}

/** Shown for a workflow or an execution that does not exist, or that the user may not see. */
function Missing(): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${t('notFound.title')} – ${t('product')}`;
  }, [t]);
  return <NotFoundPage />;
}

interface EditorProps {
  readonly types: TypeLookup;
  readonly opened: string | undefined;
}

/** What follows the workflow without showing anything. Rendered beside the screen, which would otherwise be rendered with every typed key. */
function Followers({ types, opened }: EditorProps): ReactNode {
  const { context } = useEditor();
  const { open } = usePanels();
  useUnsavedChanges(context);
  useRunNotices(context, open.chat > 0);
  useDemoMessages(context);
  useDesktop(context, opened);
  useFocusAfterNode(context);
  useMissingTypes(types);
  useFollowedExecution(context);
  return null;
}

/** Rendered again only if its own state changes. */
const Editor = memo(function Editor({ types, opened }: EditorProps): ReactNode {
  const { t } = useTranslation('editor');
  const { context, fileInput } = useEditor();
  const { open } = usePanels();
  const name = useEditorState((state) => state.history.present.name ?? '');
  const [menu, setMenu] = useState<Extract<CanvasIntent, { type: 'menu' }>>();
  return (
    <main className="editor">
      <Followers types={types} opened={opened} />
      <h1 className="visually-hidden">{t('heading', { name })}</h1>
      <Keyboard />
      <Header />
      <div className="editor-stage">
        {open.hasOutline ? <OutlinePanel types={types} /> : null}
        <div className="editor-canvas">
          <RunBanner />
          <MissingPackages types={types} />
          <div className="editor-view">
            {opened !== undefined ? <Stage types={types} onMenu={setMenu} /> : null}
            {opened !== undefined ? <EmptyCanvas /> : null}
            <StageTools />
            <Find types={types} />
            <RunBar />
          </div>
          <OpenNode types={types} />
        </div>
        <Creator types={types} />
      </div>
      <Chat />
      <CommandMenu menu={menu} onClose={() => setMenu(undefined)} />
      <PaletteAndShortcuts />
      <EditorDialogs />
      <input
        ref={fileInput}
        type="file"
        accept=".json,.millrace,application/json"
        hidden
        aria-label={t('commands.importFile')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) void importFile(context, file);
          event.currentTarget.value = '';
        }}
      />
    </main>
  );
});

/** Focuses the element at which the arrow keys start. */
const focusCanvas = (): void => document.querySelector<HTMLElement>('.editor-canvas .canvas')?.focus({ preventScroll: true });

/** The chat, if the workflow has a trigger for it. */
function Chat(): ReactNode {
  const { open, setOpen } = usePanels();
  const trigger = useEditorState((state) => (state.mode === 'edit' ? chatTriggerOf(state.history.present.nodes) : undefined));
  if (open.chat === 0 || trigger === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ChatPanel trigger={trigger} asked={open.chat} onClose={() => setOpen({ chat: 0 })} />
    </Suspense>
  );
}

/** Whether the node has parameters to fill in. */
const hasForm = (description: NodeDescription | undefined): boolean =>
  description?.properties.some(({ type }) => type !== 'notice') === true;

/** Zoom below which a match is unreadable, so that it is shown at full size. */
const READABLE = 0.5;

function Find({ types }: { readonly types: TypeLookup }): ReactNode {
  const { context } = useEditor();
  const { open, setOpen } = usePanels();
  const workflow = useEditorState((state) => state.history.present);
  if (open.find === 0) return null;
  return (
    <FindBar
      workflow={workflow}
      types={types}
      asked={open.find}
      onShow={(id) => {
        const canvas = context.canvas();
        if ((canvas?.view().zoom ?? 1) < READABLE) canvas?.resetZoom();
        canvas?.reveal(id);
        context.dispatch(editorActions.selected([id]));
      }}
      onClose={(id) => {
        setOpen({ find: 0 });
        context.canvas()?.focus(id);
      }}
    />
  );
}

/** Returns the port by which an attached node is connected; undefined for nodes that items pass through. */
function portOf(node: WorkflowNode, types: TypeLookup): RequestedPort | undefined {
  const { outputs } = describeNode(node, types.description(node.type, node.typeVersion));
  const [port] = outputs;
  return port === undefined || port.type === MAIN ? undefined : { type: port.type };
}

/** Returns the port that a new node needs in order to be attached; undefined for connections of items. */
function wantedPort(nodes: readonly WorkflowNode[], types: TypeLookup, from: PortRef | undefined): RequestedPort | undefined {
  if (from === undefined || from.type === MAIN) return undefined;
  if (from.side === 'output') return { type: from.type, side: 'input' };
  const node = nodes.find(({ id }) => id === from.node);
  const ofType = node === undefined ? [] : describeNode(node, types.description(node.type, node.typeVersion)).inputs;
  return ofType.filter(({ type }) => type === from.type)[from.index] ?? { type: from.type };
}

function Creator({ types }: { readonly types: TypeLookup }): ReactNode {
  const { t } = useTranslation(['editor', 'canvas', 'creator']);
  const { context } = useEditor();
  const { open, setOpen } = usePanels();
  const nodes = useEditorState((state) => state.history.present.nodes);
  const used = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }, [nodes]);
  const { creator } = open;
  const from = creator?.place?.kind === 'from' ? creator.place.from : undefined;
  const replaced = creator?.replaces === undefined ? undefined : nodes.find(({ id }) => id === creator.replaces);
  const wanted = useMemo(
    () => (replaced === undefined ? wantedPort(nodes, types, from) : portOf(replaced, types)),
    [nodes, types, from, replaced],
  );
  const offered = useMemo(() => fittingTypes(types.latest, wanted), [types.latest, wanted]);
  const root = from?.side === 'input' && from.type !== MAIN ? nodes.find(({ id }) => id === from.node) : undefined;
  const input = wanted?.name ?? t(`canvas:ports.${from?.type ?? ''}`, { defaultValue: from?.type.replace(/^ai_/, '') ?? '' });
  const close = (): void => setOpen({ creator: undefined });
  const requestUrl = useNodeRequest();
  const { data: actions } = editorApi.useNodeActionsQuery(undefined, { skip: creator === undefined });
  const [searched, setSearched] = useState('');
  const packages = usePackageOffers(creator === undefined ? '' : searched, types);
  const mayInstall = useMayInstall();
  const isFirst = nodes.every(({ type }) => type === stickyNoteType);
  return (
    <NodeCreator
      nodeTypes={offered}
      isOpen={creator !== undefined}
      actions={actions}
      isForInput={root !== undefined || (replaced !== undefined && wanted !== undefined)}
      title={
        replaced !== undefined
          ? t('creator:replace', { name: replaced.name })
          : root === undefined
            ? undefined
            : t('creator:titleFor', { input, node: root.name })
      }
      mode={
        replaced !== undefined
          ? isTriggerNode(replaced, types)
            ? 'trigger'
            : 'regular'
          : isFirst
            ? 'trigger'
            : creator?.place === undefined || creator.place.kind === 'at'
              ? 'all'
              : 'regular'
      }
      iconUrl={nodeIconUrl}
      usedTypes={used}
      hint={replaced !== undefined ? t('creator:replaces') : isFirst ? t('empty.hint') : undefined}
      requestUrl={requestUrl}
      packages={packages}
      onSearch={setSearched}
      onInstall={(packageName) => context.dispatch(modalOpened({ name: 'install-package', packageName }))}
      onFindPackage={mayInstall ? (search) => context.dispatch(modalOpened({ name: 'install-package', search })) : undefined}
      onClose={close}
      focusAfter={focusCanvas}
      onRefuse={({ type, version }) => {
        const description = types.description(type, version);
        if (description !== undefined) notifyTooMany(context, description);
      }}
      onPick={(pick) => {
        close();
        if (replaced?.id !== undefined) return replaceNodeBy(context, replaced.id, pick);
        return addNodeWhenComplete(context, pick, creator?.place, (id) => {
          context.dispatch(editorActions.selected([id]));
          // Waits until the node has been rendered.
          requestAnimationFrame(() => {
            context.canvas()?.bringIntoView(id);
            context.canvas()?.focus(id);
            const description = context.types().description(pick.type, pick.version);
            if (opensNewNodes() && hasForm(description)) context.dispatch(editorActions.nodeOpened(id));
          });
        });
      }}
    />
  );
}
