// Writes a workflow as a file: the data as it was opened, plus the metadata that every exported file has, and a safe file name.
import type { JsonObject } from '../../contract/json.ts';
import type { WorkflowFile, WorkflowNode } from '../../contract/workflow.ts';
import type { NodeTypeLookup } from '../node-type.ts';
import { isRecord, mapEntries } from '../values/own-properties.ts';
import { slimParameters } from '../parameters/parameters.ts';
import { stringifyExactly } from '../../contract/exact-numbers.ts';

export interface ExportOptions {
  /** Id of the installation that writes the file, stored as `meta.instanceId`. */
  readonly instanceId: string;
}

/** Returns the exported file: with the instance id, tags without usage counts, and numeric ids as numbers. */
export function exportWorkflow(file: WorkflowFile, { instanceId }: ExportOptions): WorkflowFile {
  const content = mapEntries(file as JsonObject, (key, value) => {
    if (key === 'id') return [key, numericId(value)];
    return [key, key === 'tags' && Array.isArray(value) ? value.map(withoutUsageCount) : value];
  });
  return { ...content, meta: { ...(isRecord(content['meta']) ? content['meta'] : {}), instanceId } } as unknown as WorkflowFile;
}

/**
 * Returns the text of a workflow file: all fields in their original order, indented by two spaces so that versions can be compared line by line.
 */
export function workflowText(file: WorkflowFile): string {
  return `${stringifyExactly(file, 2)}\n`;
}

const numericId = (id: unknown): unknown => (typeof id === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id);

const withoutUsageCount = (tag: unknown): unknown =>
  isRecord(tag) && Object.hasOwn(tag, 'usageCount')
    ? mapEntries(tag, (key, value) => (key === 'usageCount' ? undefined : [key, value]))
    : tag;

/** Fields of a node that are editor state, not part of the workflow. */
const editorFields = new Set(['issues', 'status']);

/**
 * Returns a node as it is saved: without editor state (`issues`, `status`, names that start with an underscore), and only with
 * parameters that are shown and differ from their defaults. A node of an unknown type keeps all its parameters.
 */
function nodeToSave(node: WorkflowNode, types: NodeTypeLookup): WorkflowNode {
  const description = types.description(node.type, node.typeVersion);
  return mapEntries(node as JsonObject, (key, value) => {
    if (editorFields.has(key) || key.startsWith('_')) return undefined;
    if (key === 'parameters' && description !== undefined) return [key, slimParameters(node.parameters, node, description)];
    return [key, value];
  }) as unknown as WorkflowNode;
}

/** Returns the workflow as it is saved, with `nodeToSave` applied to every node. */
export function workflowToSave(file: WorkflowFile, types: NodeTypeLookup): WorkflowFile {
  return { ...file, nodes: file.nodes.map((node) => nodeToSave(node, types)) };
}

/** Characters that at least one file system rejects. */
const forbidden = /[\p{Cc}<>:"|?*]/gu;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const maxLength = 255;

/** Returns the last segment of a path as a file name that every system accepts: no folders, no control characters, at most 255 characters. */
export function safeFileName(name: string, fallback = 'untitled'): string {
  const last = name.split(/[/\\]/).at(-1) as string;
  const clean = last
    .replace(forbidden, '')
    .trim()
    .replace(/[. ]+$/, '')
    .replace(reservedOnWindows, '_$&');
  return shortened(clean) || fallback;
}

function shortened(name: string): string {
  if (name.length <= maxLength) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 32 ? name.slice(dot) : '';
  return name.slice(0, maxLength - extension.length) + extension;
}
