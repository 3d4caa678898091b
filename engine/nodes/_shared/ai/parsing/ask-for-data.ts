// Asks a model for data about a text: in JSON that matches a schema, with one repair.
import type { JsonValue } from '../../../../contract/json.ts';
import { NodeError, type ChatModel, type ExecuteContext, type JsonSchema } from '../../../../sdk/index.ts';
import { generate } from '../generate.ts';
import { repairingParser, schemaParser } from './schema-parser.ts';

export interface DataQuestion {
  readonly ctx: ExecuteContext;
  readonly model: ChatModel;
  readonly schema: JsonSchema;
  /** System message; the format is added to it. */
  readonly instructions: string;
  readonly text: string;
  /** Whether the model is asked once to repair an answer that does not match. */
  readonly mayRepair: boolean;
}

/** Returns data that matches the schema. Throws NodeError. */
export async function askForData({ ctx, model, schema, instructions, text, mayRepair }: DataQuestion): Promise<JsonValue> {
  const strict = await schemaParser(schema);
  const parser = mayRepair ? repairingParser(strict, model) : strict;
  const answer = await generate({
    model: model.model,
    instructions: `${instructions}\n\n${parser.instructions}`,
    messages: [{ role: 'user', content: text }],
    signal: ctx.signal,
  });
  return parser.parse(answer.text, ctx.signal);
}

/** Reads the text that a node examines. Throws NodeError PARAMETER_INVALID if it is empty. */
export function textParameter(ctx: ExecuteContext, parameter: string, itemIndex: number): string {
  const value = ctx.param(parameter, itemIndex);
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  if (text.trim() !== '') return text;
  throw new NodeError('The text is empty.', {
    code: 'PARAMETER_INVALID',
    parameter,
    itemIndex,
    hint: `Check that the item has the field which the parameter "${parameter}" reads.`,
  });
}
