// A workflow whose parameters and credentials are filled in as the form of its template says.
import type { TemplateField } from '../../../../engine/contract/rest/templates.ts';
import type { WorkflowFile, WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';
import { getPath, setPath } from '../../../../engine/workflow/values/object-path.ts';

/** Identifies a field. */
export const keyOf = ({ node, parameter }: TemplateField): string => JSON.stringify([node, parameter]);

export const nodeNamed = (file: WorkflowFile, name: string): WorkflowNode | undefined => file.nodes.find((node) => node.name === name);

/** Returns the present value as text. */
export const textOf = (file: WorkflowFile, { node, parameter }: TemplateField): string =>
  displayText(getPath(nodeNamed(file, node)?.parameters ?? {}, parameter, ''));

/** `texts`: by `keyOf`; `references`: credentials by type. */
export function filledIn(
  file: WorkflowFile,
  fields: readonly TemplateField[],
  texts: ReadonlyMap<string, string>,
  references: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
): WorkflowFile {
  const nodes = file.nodes.map((node) => withCredentials(withFields(node, fields, texts), references));
  return { ...file, nodes };
}

/** A node without fields stays the same object. */
function withFields(node: WorkflowNode, fields: readonly TemplateField[], texts: ReadonlyMap<string, string>): WorkflowNode {
  const own = fields.filter((field) => field.node === node.name);
  if (own.length === 0) return node;
  const parameters = structuredClone(node.parameters);
  for (const field of own) {
    const text = texts.get(keyOf(field)) ?? '';
    const isNumber = typeof getPath(parameters, field.parameter) === 'number' && text.trim() !== '' && Number.isFinite(Number(text));
    setPath(parameters, field.parameter, isNumber ? Number(text) : text);
  }
  return { ...node, parameters };
}

function withCredentials(
  node: WorkflowNode,
  references: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
): WorkflowNode {
  const own = Object.entries(node.credentials ?? {});
  if (!own.some(([type]) => references.has(type))) return node;
  return { ...node, credentials: Object.fromEntries(own.map(([type, before]) => [type, references.get(type) ?? before])) };
}
