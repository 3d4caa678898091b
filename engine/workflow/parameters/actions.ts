// Actions of a node type: what its nodes can do, as the resource and operation that select it.
import type { NodeDescription, PropertyOption } from '../node-type.ts';
import { isRecord } from '../values/own-properties.ts';
import { completeParameters } from './parameters.ts';
import { displayParameter } from './visibility.ts';

/** One action of a node type. */
export interface NodeAction {
  /** Such as "Append row in sheet". */
  readonly name: string;
  /** Absent if the type has no resources. */
  readonly resource?: string;
  readonly operation: string;
}

/** The actions of a node type. */
export interface TypeActions {
  /** Full name of the type. */
  readonly type: string;
  readonly actions: readonly NodeAction[];
}

/** Returns the actions of one version of a node type, in the order of its options; none if it has no operations. */
export function actionsOf(description: NodeDescription, typeVersion: number): readonly NodeAction[] {
  const node = { typeVersion };
  const choices = description.properties.filter(({ name, type }) => type === 'options' && (name === 'resource' || name === 'operation'));
  if (!choices.some(({ name }) => name === 'operation')) return [];
  const defaults = completeParameters({}, node, description);
  const listed = (name: string, values: object): readonly Named[] =>
    optionsOf(choices.find((property) => property.name === name && displayParameter(values, property, node, description))?.options);
  const resources = listed('resource', defaults);
  const match = (resources.length === 0 ? [undefined] : resources).flatMap((resource) => {
    const chosen = resource === undefined ? {} : { resource: resource.value };
    return listed('operation', { ...defaults, ...chosen }).map(({ action, name, value }) => ({
      name: action === undefined || action === '' ? name : action,
      of: resource?.name,
      selects: { ...chosen, operation: value },
    }));
  });
  const count = (requestedName: string): number => match.filter(({ name }) => name === requestedName).length;
  // Several resources can have actions of the same name, such as "Get Many".
  return match.map(({ name, of, selects }) => ({ name: of !== undefined && count(name) > 1 ? `${name} (${of})` : name, ...selects }));
}

interface Named {
  readonly name: string;
  readonly value: string;
  readonly action?: string;
}

/** Returns the valid options, each value once; packages may declare anything. */
function optionsOf(options: unknown): readonly Named[] {
  const namedOptions = (Array.isArray(options) ? options : []).filter(
    (option): option is PropertyOption & Named =>
      isRecord(option) && typeof option['name'] === 'string' && typeof option['value'] === 'string',
  );
  return namedOptions.filter(({ value }, index) => namedOptions.findIndex((other) => other.value === value) === index);
}
