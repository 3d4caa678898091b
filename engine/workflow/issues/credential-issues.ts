// Issues of a node's credentials: none selected, not found, or ambiguous.
import { isExpression, type JsonObject } from '../../contract/json.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { type CredentialSlot, type NodeDescription, effectiveVersion } from '../node-type.ts';
import { isRecord, ownValue } from '../values/own-properties.ts';
import { completeParameters } from '../parameters/parameters.ts';
import { isVisible, scopeOf } from '../parameters/visibility.ts';

/** An entry of the list of credentials. */
interface KnownCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export interface CredentialLookup {
  readonly ofType: (type: string) => readonly KnownCredential[];
  readonly displayName?: (type: string) => string | undefined;
  /** Whether users share credentials. A credential that is missing in the list may then be visible to others. */
  readonly isSharingEnabled?: boolean;
}

/** Messages by credential type. A null-prototype object, since a parameter may contain the type's name. */
export type CredentialIssues = { [type: string]: string[] };

/** Returns the credential slots that a node shows with its current parameters. */
export function visibleCredentialSlots(node: WorkflowNode, description: NodeDescription): CredentialSlot[] {
  const slots = description.credentials ?? [];
  if (slots.every((slot) => slot.displayOptions === undefined)) return [...slots];
  const values = completeParameters(node.parameters ?? {}, node, description);
  return slots.filter((slot) => isVisible(slot.displayOptions, scopeOf(values, values, effectiveVersion(node, description), description)));
}

/** Returns the issues of a node's credentials, including those of a generic authentication type; selections are checked against `credentials`. */
export function credentialIssues(node: WorkflowNode, description: NodeDescription, lookup: CredentialLookup): CredentialIssues {
  const issues = Object.create(null) as CredentialIssues;
  for (const { name, displayName, required } of [...chosenByParameter(node, description), ...visibleCredentialSlots(node, description)]) {
    const label = displayName ?? lookup.displayName?.(name) ?? name;
    const message = issueOf(ownValue(node.credentials, name), name, label, required === true, lookup);
    if (message !== undefined) issues[name] = message;
  }
  return issues;
}

/** Returns the credential slot of the type that a parameter of an HTTP node selects. */
export function chosenByParameter(node: WorkflowNode, description: NodeDescription): CredentialSlot[] {
  const values: JsonObject = completeParameters(node.parameters ?? {}, node, description);
  const key = (
    { genericCredentialType: 'genericAuthType', predefinedCredentialType: 'nodeCredentialType' } as Readonly<Record<string, string>>
  )[String(values['authentication'])];
  const type = key === undefined ? undefined : values[key];
  return typeof type === 'string' && type !== '' && !isExpression(type) ? [{ name: type, required: true }] : [];
}

/** Whether a node's reference names a credential. */
export function isCredentialSelected(reference: unknown): boolean {
  const { id, name } = isRecord(reference) ? reference : { id: undefined, name: reference };
  return Boolean(id) || typeof name === 'string';
}

function issueOf(chosen: unknown, type: string, label: string, required: boolean, lookup: CredentialLookup): string[] | undefined {
  const name = typeof chosen === 'string' ? chosen : isRecord(chosen) && typeof chosen['name'] === 'string' ? chosen['name'] : undefined;
  const id = isRecord(chosen) ? chosen['id'] : undefined;
  if (!isCredentialSelected(chosen)) return required ? [`Credentials for "${label}" are not set.`] : undefined;
  const credentials = lookup.ofType(type);
  if (id && credentials.some((credential) => credential.id === id)) return undefined;
  const matches = credentials.filter((credential) => credential.name === name);
  if (matches.length === 1) return undefined;
  if (matches.length > 1)
    return [`Credentials with the name "${name}" are not identified: there are several for "${label}".`, 'Choose one from the list.'];
  return lookup.isSharingEnabled === true
    ? [`Credentials with the name "${name}" are not available for "${label}".`]
    : [
        `Credentials with the name "${name}" do not exist for "${label}".`,
        'Create them with exactly this name and they are chosen by themselves.',
      ];
}
