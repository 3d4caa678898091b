// Parsers of answers in JSON that match a schema, and the repair of answers that do not.
import type { JsonValue } from '../../../../contract/json.ts';
import { NodeError, type ChatModel, type JsonSchema, type OutputParser } from '../../../../sdk/index.ts';
import { generate } from '../generate.ts';
import { isJsonObject, schemaCheck } from './check-schema.ts';
import { jsonIn } from './read-json.ts';

/** Returns a parser of JSON that matches the schema. Throws NodeError if the schema is invalid. */
export async function schemaParser(schema: JsonSchema): Promise<OutputParser> {
  const check = await schemaCheck(schema);
  return {
    schema,
    instructions: schemaInstructions(schema),
    parse: async (text) => {
      const value = jsonIn(text);
      if (value === undefined) throw mismatch('it is not valid JSON', text);
      // Models wrap data as the fields of nodes suggest.
      const wrapped = wrappedIn(value, schema);
      if (wrapped !== undefined && check(wrapped) === undefined) return wrapped;
      const fault = check(value);
      if (fault !== undefined) throw mismatch(fault, text);
      return value;
    },
  };
}

const wrappedIn = (value: JsonValue, { properties = {} }: JsonSchema): JsonValue | undefined =>
  isJsonObject(value) && Object.keys(value).length === 1 && !Object.hasOwn(properties, 'output')
    ? (value['output'] as JsonValue | undefined)
    : undefined;

const schemaInstructions = (schema: JsonSchema): string =>
  `Answer only with JSON that matches this JSON Schema, in a code block with the language "json". Do not write anything else.\n${JSON.stringify(schema)}`;

const LONGEST_EXCERPT = 500;

function mismatch(fault: string, text: string): NodeError {
  return new NodeError(`The answer of the model does not match the required format: ${fault}.`, {
    description: `The answer was: ${text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)} …` : text}`,
    hint: 'Ask the model for this format in the prompt, turn on the repair of the output parser, or use a model that follows formats better.',
  });
}

/** Default text of the request for a repair. */
export const REPAIR_PROMPT = `These were the instructions:
{instructions}

This was the answer:
{completion}

The answer does not follow the instructions:
{error}

Write the answer again so that it follows the instructions. Do not write anything else.`;

/** Returns a parser that asks the model once to repair an answer that does not match. `prompt`: with the names of `REPAIR_PROMPT`. */
export const repairingParser = (parser: OutputParser, { model }: ChatModel, prompt = REPAIR_PROMPT): OutputParser => ({
  ...parser,
  parse: async (text, signal) => {
    try {
      return await parser.parse(text, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof NodeError)) throw error;
      const content = filledPrompt(prompt, { instructions: parser.instructions, completion: text, error: error.message });
      const repaired = await generate({ model, messages: [{ role: 'user', content }], signal });
      return parser.parse(repaired.text, signal);
    }
  },
});

/** Returns a prompt with each `{name}` replaced by its value. */
export const filledPrompt = (prompt: string, values: Readonly<Record<string, string>>): string =>
  prompt.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] as string) : whole));
