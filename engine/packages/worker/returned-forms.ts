// The outer form of what functions of packages return. The items in it are checked by the engine, which receives them.
import { isRecord } from '../../workflow/values/own-properties.ts';
import { ApplicationError } from '../modules/errors.ts';

/** A form, and its name in messages. */
interface Form {
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;
const isListOf = (value: unknown, fits: (entry: unknown) => boolean): boolean => Array.isArray(value) && value.every(fits);
const hasList = (value: unknown, key: string): boolean => isRecord(value) && isListOf(value[key], isRecord);
/** An output without data is null. */
const isOutputs = (value: unknown): boolean => isListOf(value, (list) => Array.isArray(list) || isNothing(list));

export const forms = {
  /** Events have items. */
  event: { name: 'one list of items per output', fits: isOutputs },
  /** Nodes may return nothing, which is no data. */
  outputs: { name: 'one list of items per output', fits: (value) => isNothing(value) || isOutputs(value) },
  items: { name: 'a list of items', fits: (value) => isListOf(value, isRecord) },
  request: { name: 'a request', fits: isRecord },
  supply: {
    name: 'an object with "response"',
    fits: (value) => isRecord(value) && 'response' in value && isFunctionOrNothing(value['closeFunction']),
  },
  listening: {
    name: 'an object with "closeFunction"',
    fits: (value) => isNothing(value) || (isRecord(value) && isFunctionOrNothing(value['closeFunction'])),
  },
  webhook: { name: 'an object with "workflowData"', fits: (value) => isNothing(value) || isRecord(value) },
  loadOptions: { name: 'a list of options', fits: (value) => isListOf(value, isRecord) },
  listSearch: { name: 'an object with the list "results"', fits: (value) => hasList(value, 'results') },
  resourceMapping: { name: 'an object with the list "fields"', fits: (value) => hasList(value, 'fields') },
  localResourceMapping: { name: 'an object with the list "fields"', fits: (value) => hasList(value, 'fields') },
  /** The value of any parameter. */
  actionHandler: { name: 'a value', fits: () => true },
} as const satisfies Record<string, Form>;

/** Returns a value of the expected form. For other values, throws an ApplicationError that names the function and the value. */
export function formed(value: unknown, form: keyof typeof forms, returnedBy: string): unknown {
  const { name, fits }: Form = forms[form];
  if (fits(value)) return value;
  throw new ApplicationError(`${returnedBy} returned ${kindOf(value)} instead of ${name}.`, {
    description: `${isNothing(value) ? '' : `It returned ${describeValue(value)}. `}Tell the authors of the package.`,
  });
}

function isFunctionOrNothing(value: unknown): boolean {
  return isNothing(value) || typeof value === 'function';
}

const kinds: Readonly<Record<string, string>> = { undefined: 'nothing', string: 'a text', object: 'an object' };

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (!Array.isArray(value)) return kinds[typeof value] ?? `a ${typeof value}`;
  return value.length === 0 ? 'an empty list' : `a list with ${kindOf(value.find((entry) => !Array.isArray(entry)) ?? value[0])}`;
}

/** Maximum length of a value in a message. */
const LONGEST = 200;

function describeValue(value: unknown): string {
  let json: string;
  try {
    json = JSON.stringify(value) ?? kindOf(value);
  } catch {
    json = kindOf(value);
  }
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}
