// The resources and operations that a description offers.
import type { JsonObject, JsonValue } from '../../engine/contract/json.ts';
import type { NodeDescription, NodeProperty, PropertyOption } from '../../engine/workflow/node-type.ts';
import { getNodeParameters } from '../../engine/workflow/parameters/parameters.ts';
import { displayParameter } from '../../engine/workflow/parameters/visibility.ts';

/** Returns the highest version that a description serves. */
export const versionOf = ({ version }: NodeDescription): number => Math.max(...[version].flat());

/** Returns the parameters of each pair of resource and operation; of nodes without them, one object without parameters. */
export function operationsOf(description: NodeDescription): readonly JsonObject[] {
  return choicesOf(description, 'resource', {}).flatMap((parameters) => choicesOf(description, 'operation', parameters));
}

/** Returns the parameters with each choice of a visible list of options; if there is no such list, the parameters alone. */
function choicesOf(description: NodeDescription, name: string, parameters: JsonObject): readonly JsonObject[] {
  const typeVersion = versionOf(description);
  const values = getNodeParameters(
    description.properties,
    parameters,
    { returnDefaults: true, returnNoneDisplayed: false },
    { typeVersion },
    description,
  );
  const isPartVisible = (part: Pick<NodeProperty, 'displayOptions'>): boolean =>
    displayParameter(values, part, { typeVersion }, description, values);
  const match = description.properties
    .filter((property) => property.name === name && property.type === 'options' && isPartVisible(property))
    .flatMap(({ options = [] }) => options.filter((option): option is PropertyOption => 'value' in option && isPartVisible(option)))
    .map(({ value }): JsonObject => ({ ...parameters, [name]: value as JsonValue }));
  return match.length === 0 ? [parameters] : match;
}
