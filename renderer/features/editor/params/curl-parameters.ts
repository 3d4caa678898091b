// The answer of the cURL import, a flat map of paths, as a node's parameters.
import type { JsonObject } from '../../../../engine/contract/json.ts';
import { withParameter } from '../open-node/index.ts';

const PREFIX = 'parameters.';

/** `{'parameters.url': 'x'}` as `{url: 'x'}`; paths with numbers make lists. What is not below `parameters` is left out. */
export function parametersOfCurl(map: JsonObject): JsonObject {
  let parameters: JsonObject = {};
  for (const [path, value] of Object.entries(map)) {
    if (path.startsWith(PREFIX)) parameters = withParameter(parameters, {}, path.slice(PREFIX.length), value);
  }
  return parameters;
}

/** What must be set up by hand, or was left out of a command. */
export const noticesOfCurl = (map: JsonObject): readonly string[] =>
  Object.entries(map).flatMap(([path, text]) => (/^notices\.\d+\.message$/.test(path) ? [String(text)] : []));
