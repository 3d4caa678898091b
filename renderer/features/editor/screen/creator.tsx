// The node creator: which types it offers for a place on the canvas, and what happens with the chosen one.
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { isTriggerNode, stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { editorApi, nodeIconUrl } from '../../../api/editor.ts';
import { opensNewNodes } from '../../../state/node-opening.ts';
import { useNodeRequest } from '../../../state/settings.ts';
import { modalOpened } from '../../../state/ui-slice.ts';
import { notifyTooMany, type AddedType } from '../actions/add-node.ts';
import { addNodeWhenComplete } from '../actions/complete-types.ts';
import type { CreatorPlace, EditorContext } from '../actions/context.ts';
import { replaceNodeBy } from '../actions/replace-node.ts';
import { MAIN, type PortRef } from '../canvas/index.ts';
import { fittingTypes, NodeCreator, usePackageOffers, type CreatorMode, type RequestedPort } from '../creator/index.ts';
import { editorActions } from '../document/editor-slice.ts';
import { nodeById } from '../document/operations.ts';
import { useEditor, usePanels, type OpenParts } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import { describeNode } from '../view/describe-node.ts';
import { useMayInstall } from '../../../state/package-offer.ts';
import type { TypeLookup } from '../view/type-lookup.ts';

/** Focuses the element at which the arrow keys start. */
const focusCanvas = (): void => document.querySelector<HTMLElement>('.editor-canvas .canvas')?.focus({ preventScroll: true });

/** Whether the node has parameters to fill in. */
const hasForm = (description: NodeDescription | undefined): boolean =>
  description?.properties.some(({ type }) => type !== 'notice') === true;

/** Returns the port by which an attached node is connected; undefined for nodes that items pass through. */
function portOf(node: WorkflowNode, types: TypeLookup): RequestedPort | undefined {
  const { outputs } = describeNode(node, types.description(node.type, node.typeVersion));
  const [port] = outputs;
  return port === undefined || port.type === MAIN ? undefined : { type: port.type };
}

/** Returns the port that a new node needs in order to be attached; undefined for connections of items. */
function requestedPort(nodes: readonly WorkflowNode[], types: TypeLookup, from: PortRef | undefined): RequestedPort | undefined {
  if (from === undefined || from.type === MAIN) return undefined;
  if (from.side === 'output') return { type: from.type, side: 'input' };
  const node = nodes.find(({ id }) => id === from.node);
  const ofType = node === undefined ? [] : describeNode(node, types.description(node.type, node.typeVersion)).inputs;
  return ofType.filter(({ type }) => type === from.type)[from.index] ?? { type: from.type };
}

/** Adds the node, selects it, and opens it if it has something to fill in. */
function addPicked(context: EditorContext, picked: AddedType, place: CreatorPlace | undefined): void {
  addNodeWhenComplete(context, picked, place, (id) => {
    context.dispatch(editorActions.selected([id]));
    // Waits until the node has been rendered.
    requestAnimationFrame(() => {
      context.canvas()?.bringIntoView(id);
      context.canvas()?.focus(id);
      const description = context.types().description(picked.type, picked.version);
      if (opensNewNodes() && hasForm(description)) context.dispatch(editorActions.nodeOpened(id));
    });
  });
}

/** What the creator offers: for a place on the canvas, or instead of a node. */
interface Offer {
  readonly nodeTypes: readonly NodeDescription[];
  readonly mode: CreatorMode;
  readonly isForInput: boolean;
  readonly title: string | undefined;
  readonly hint: string | undefined;
}

function useOffer(creator: OpenParts['creator'], types: TypeLookup): Offer {
  const { t } = useTranslation(['editor', 'canvas', 'creator']);
  const nodes = useEditorState((state) => state.history.present.nodes);
  const place = creator?.place;
  const from = place?.kind === 'from' ? place.from : undefined;
  const replaced = creator?.replaces === undefined ? undefined : nodes.find(({ id }) => id === creator.replaces);
  const port = useMemo(
    () => (replaced === undefined ? requestedPort(nodes, types, from) : portOf(replaced, types)),
    [nodes, types, from, replaced],
  );
  const nodeTypes = useMemo(() => fittingTypes(types.latest, port), [types.latest, port]);
  if (replaced !== undefined)
    return {
      nodeTypes,
      mode: isTriggerNode(replaced, types) ? 'trigger' : 'regular',
      isForInput: port !== undefined,
      title: t('creator:replace', { name: replaced.name }),
      hint: t('creator:replaces'),
    };
  const root = from?.side === 'input' && from.type !== MAIN ? nodes.find(({ id }) => id === from.node) : undefined;
  const input = port?.name ?? t(`canvas:ports.${from?.type ?? ''}`, { defaultValue: from?.type.replace(/^ai_/, '') ?? '' });
  const isFirst = nodes.every(({ type }) => type === stickyNoteType);
  return {
    nodeTypes,
    mode: isFirst ? 'trigger' : place === undefined || place.kind === 'at' ? 'all' : 'regular',
    isForInput: root !== undefined,
    title: root === undefined ? undefined : t('creator:titleFor', { input, node: root.name }),
    hint: isFirst ? t('empty.hint') : undefined,
  };
}

/** Returns how many nodes of each type the workflow has. */
function useUsedTypes(): ReadonlyMap<string, number> {
  const nodes = useEditorState((state) => state.history.present.nodes);
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }, [nodes]);
}

export function Creator({ types }: { readonly types: TypeLookup }): ReactNode {
  const { context } = useEditor();
  const { open, setOpen } = usePanels();
  const { creator } = open;
  const isOpen = creator !== undefined;
  const [search, setSearch] = useState('');
  const { data: actions } = editorApi.useNodeActionsQuery(undefined, { skip: !isOpen });
  const installPackage = (modal: { readonly packageName: string } | { readonly search: string }): void =>
    void context.dispatch(modalOpened({ name: 'install-package', ...modal }));
  const mayInstall = useMayInstall();
  const close = (): void => setOpen({ creator: undefined });
  return (
    <NodeCreator
      {...useOffer(creator, types)}
      isOpen={isOpen}
      actions={actions}
      iconUrl={nodeIconUrl}
      usedTypes={useUsedTypes()}
      requestUrl={useNodeRequest()}
      packages={usePackageOffers(isOpen ? search : '', types)}
      onSearch={setSearch}
      onInstall={(packageName) => installPackage({ packageName })}
      onFindPackage={mayInstall ? (searched) => installPackage({ search: searched }) : undefined}
      onClose={close}
      focusAfter={focusCanvas}
      onReject={({ type, version }) => {
        const description = types.description(type, version);
        if (description !== undefined) notifyTooMany(context, description);
      }}
      onPick={(picked) => {
        close();
        const replaced = nodeById(context.editor().history.present, creator?.replaces ?? '');
        if (replaced?.id === undefined) addPicked(context, picked, creator?.place);
        else replaceNodeBy(context, replaced.id, picked);
      }}
    />
  );
}
