// Parameters that a waiting node stores with the execution, because its items are not available when the request arrives.
import type { JsonObject } from '../../contract/json.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import { isRecord, ownValue } from '../../workflow/values/own-properties.ts';

const shared = ['incomingAuthentication', 'responseMode', 'options'];
const kept = {
  webhook: [...shared, 'responseCode', 'responseData', 'responseBinaryPropertyName'],
  form: [...shared, 'formTitle', 'formDescription', 'formFields'],
} as const;

/** Stores the parameters in the node's context. */
export function keepParameters(ctx: ExecuteContext, resume: 'webhook' | 'form'): void {
  const parameters: JsonObject = {};
  for (const name of kept[resume]) {
    const value = ctx.param(name, 0);
    if (value !== undefined) parameters[name] = value;
  }
  ctx.nodeContext()['parameters'] = parameters;
}

/** Returns the stored values; empty if there are none. */
export function keptParameters(state: JsonObject): JsonObject {
  const parameters = ownValue(state, 'parameters');
  return isRecord(parameters) ? parameters : {};
}
