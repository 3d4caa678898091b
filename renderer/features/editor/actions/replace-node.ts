// Replaces a node by one of another type, and gives it the newest version of its type.
import type { JsonObject } from '../../../../engine/contract/json.ts';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { WorkflowGraph } from '../../../../engine/workflow/graph/graph.ts';
import { mayAddNode } from '../../../../engine/workflow/issues/node-issues.ts';
import { effectiveVersion, type NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';
import { nodeById } from '../document/operations.ts';
import { runActions } from '../runs/run-slice.ts';
import { newVersion } from '../view/type-lookup.ts';
import { notifyTooMany, type AddedType } from './add-node.ts';
import { change } from './change.ts';
import { whenComplete } from './complete-types.ts';
import type { EditorContext, EditorStore, Messages, NodeCatalog } from './context.ts';
import { replaceNode, versionChanges, type NewType, type Replaced, type VersionChanges } from './replacement.ts';

/** Replaces a node, keeping its place, its connections and the parameters that fit; reports what is left out. */
export function replaceNodeBy(context: EditorStore & Messages & NodeCatalog, id: string, by: AddedType): void {
  whenComplete(context, [by], () => {
    const { editor, types, newId, ui, t } = context;
    const before = nodeById(editor().history.present, id);
    const description = types().description(by.type, by.version);
    if (before === undefined || description === undefined) return;
    const isSameType = before.type === by.type;
    if (!isSameType && !mayAddNode(new WorkflowGraph(editor().history.present), by.type, description.maxNodes))
      return notifyTooMany(context, description);
    const version = by.version ?? newVersion(description);
    const parameters = by.parameters as JsonObject | undefined;
    const replacement = apply(context, 'replace', before, {
      description,
      version,
      ...(parameters === undefined ? {} : { parameters }),
      newId,
    });
    const losses = replacement === undefined ? '' : lossText(context, replacement);
    if (losses !== '') ui.notify({ kind: 'info', title: t('replace.left', { name: before.name }), message: losses, isSticky: true });
  });
}

function apply(
  context: EditorStore & Messages & NodeCatalog,
  label: 'replace' | 'version',
  node: WorkflowNode,
  next: NewType,
): Replaced | undefined {
  const { types, dispatch, editor } = context;
  const { id = '' } = node;
  let replacement: Replaced | undefined;
  const isDone = change(context, label, (file) => {
    replacement = replaceNode(file, id, types().description(node.type, node.typeVersion), next);
    return { file: replacement.file, selection: [id] };
  });
  if (!isDone) return undefined;
  // Its results are those of another node.
  dispatch(runActions.nodeDataDropped([node.name, nodeById(editor().history.present, id)?.name ?? node.name]));
  return replacement;
}

/** One or two sentences; empty if everything fits. */
function lossText({ t }: Messages, { leftParameters, leftConnections }: Replaced): string {
  return [
    ...(leftParameters.length === 0 ? [] : [t('replace.parameters', { names: leftParameters.join(', ') })]),
    ...(leftConnections.length === 0 ? [] : [t('replace.connections', { names: leftConnections.join(', ') })]),
  ].join(' ');
}

interface NewerVersion {
  readonly version: number;
  readonly description: NodeDescription;
}

/** Returns the version that new nodes of the same type have, if it is newer than that of the node. */
export function newerVersionOf({ types }: Pick<EditorContext, 'types'>, node: WorkflowNode | undefined): NewerVersion | undefined {
  if (node === undefined) return undefined;
  const currentDescription = types().description(node.type, node.typeVersion);
  const description = types().description(node.type);
  if (currentDescription === undefined || description === undefined) return undefined;
  const version = newVersion(description);
  return version > effectiveVersion(node, currentDescription) ? { version, description } : undefined;
}

/** Gives a node the newest version of its type, after telling what changes. */
export function takeNewVersion(context: EditorStore & Messages & NodeCatalog, id: string): void {
  const node = nodeById(context.editor().history.present, id);
  const newer = newerVersionOf(context, node);
  if (node === undefined || newer === undefined) return;
  const requestedTypes = [
    { type: node.type, version: newer.version },
    { type: node.type, version: node.typeVersion },
  ];
  whenComplete(context, requestedTypes, () => void askForVersion(context, node, newer.version));
}

async function askForVersion(context: EditorStore & Messages & NodeCatalog, node: WorkflowNode, version: number): Promise<void> {
  const { editor, types, newId, ui, t } = context;
  const before = types().description(node.type, node.typeVersion);
  const description = types().description(node.type, version);
  if (before === undefined || description === undefined) return;
  const { visit } = editor();
  const response = await ui.ask({
    title: t('version.title', { name: node.name, version }),
    message: t('version.message', { from: node.typeVersion, version }),
    details: changeTexts(context, versionChanges(node, before, { description, version })),
    confirm: t('version.confirm', { version }),
  });
  if (response !== 'confirm' || editor().visit !== visit) return;
  const current = nodeById(editor().history.present, node.id ?? '');
  const replacement = current === undefined ? undefined : apply(context, 'version', current, { description, version, newId });
  const losses =
    replacement === undefined || replacement.leftConnections.length === 0 ? '' : lossText(context, { ...replacement, leftParameters: [] });
  if (losses !== '') ui.notify({ kind: 'info', title: t('replace.left', { name: node.name }), message: losses, isSticky: true });
}

/** One line for each change. */
function changeTexts({ t }: Messages, { added, removed, defaults }: VersionChanges): readonly string[] {
  const texts = [
    ...(removed.length === 0 ? [] : [t('version.removed', { names: removed.join(', ') })]),
    ...defaults.map(({ name, before, after }) => t('version.default', { name, before: valueText(before), after: valueText(after) })),
    ...(added.length === 0 ? [] : [t('version.added', { names: added.join(', ') })]),
  ];
  return texts.length === 0 ? [t('version.same')] : texts;
}

/** Longest text of a value in the list of changes. */
const LONGEST = 60;

function valueText(value: unknown): string {
  const valueText = value === '' ? '""' : displayText(value);
  return valueText.length > LONGEST ? `${valueText.slice(0, LONGEST)}…` : valueText;
}
