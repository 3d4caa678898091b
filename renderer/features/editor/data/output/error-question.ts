// The text of a question about the error of a node, without secrets and credentials.
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import type { WorkflowNode } from '../../../../../engine/contract/workflow.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { withoutSecrets, withoutSecretText } from '../../../assistant/index.ts';

interface QuestionParts {
  readonly node: Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'>;
  readonly properties: readonly NodeProperty[];
  readonly error: Pick<ErrorData, 'code' | 'hint' | 'httpCode'>;
  /** As the panel shows it. */
  readonly message: string;
  readonly description: string | undefined;
}

/** Headings and instructions, from the texts. */
type Texts = (key: 'ask' | 'node' | 'error' | 'parameters', values?: Readonly<Record<string, string>>) => string;

/** Maximum number of characters of one part. */
const MOST = 20_000;

export function errorQuestion({ node, properties, error, message, description }: QuestionParts, text: Texts): string {
  const details = [message, withoutTags(description), error.hint].filter((part) => part !== undefined && part !== '');
  const codes = [error.code, error.httpCode].filter((code) => code !== undefined);
  const parameters = withoutSecrets(node.parameters ?? {}, passwordFields(properties));
  return [
    text('ask'),
    `${text('node')}\n${withoutSecretText(node.name)} (${node.type}, ${node.typeVersion})`,
    `${text('error')}\n${withoutSecretText(details.join('\n'))}${codes.length === 0 ? '' : `\n(${codes.join(', ')})`}`,
    `${text('parameters')}\n${cut(JSON.stringify(parameters, null, 2))}`,
  ].join('\n\n');
}

/** Returns the section with an input item. */
export const itemSection = (heading: string, json: unknown): string =>
  `\n\n${heading}\n${cut(JSON.stringify(withoutSecrets(json), null, 2))}`;

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text);

const withoutTags = (html: string | undefined): string | undefined => html?.replaceAll(/<[^>]*>/g, ' ').trim();

/** Returns the names of all properties whose values the form hides, at any level. */
function passwordFields(properties: readonly NodeProperty[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (each: unknown): void => {
    const { name, typeOptions, options, values } = (each ?? {}) as Partial<NodeProperty> & { readonly values?: readonly unknown[] };
    if (typeOptions?.password === true && name !== undefined) names.add(name);
    for (const inner of options ?? []) visit(inner);
    for (const inner of values ?? []) visit(inner);
  };
  properties.forEach(visit);
  return names;
}
