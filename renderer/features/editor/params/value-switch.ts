// Converts a parameter's value between fixed value and expression.
import { holdsExactNumbers, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import { exactNumber, ExactNumber } from '../../../../engine/contract/exact-values.ts';
import { isExpression } from '../../../../engine/contract/json.ts';
import type { ExpressionPreview } from '../../../../engine/expression/index.ts';
import type { NodeProperty, PropertyOption } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { isMarkedText, storedText } from '../../../../engine/workflow/values/fixed-text.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';

type Switched = Pick<NodeProperty, 'type' | 'default' | 'options' | 'modes' | 'typeOptions'>;

/** Returns the value, or that of a resource locator. */
export const plainOf = (value: unknown): unknown => (isRecord(value) && value['__rl'] === true ? value['value'] : value);

/** Whether a value, or the value of a resource locator, is an expression; a fixed text that begins with `=` is not. */
export const isExpressionValue = (value: unknown): boolean => isExpression(plainOf(value)) && !isMarkedText(plainOf(value));

/** Whether the value is an object with mode and value. */
export const isLocatorType = ({ type }: Pick<NodeProperty, 'type'>): boolean => type === 'resourceLocator' || type === 'workflowSelector';

/** Returns the value as an expression: text is prefixed with `=`; other values are put into braces. */
export function toExpression(value: unknown, property: Switched): unknown {
  if (isLocatorType(property)) {
    // Older files contain only the id.
    const locator = isRecord(value) ? value : { mode: 'id', value };
    const plain = locator['value'];
    return {
      __rl: true,
      mode: modeForExpression(locator['mode'], property),
      value: toExpression(plain ?? '', { ...property, type: 'string' }),
    };
  }
  if (isExpression(value)) return value;
  if (value === undefined || value === null || value === '') return '=';
  if (typeof value === 'string') return `=${value}`;
  // JavaScript would round a number in code.
  if (value instanceof ExactNumber) return `=${value.text}`;
  if (holdsExactNumbers(value)) return `={{ JSON.parse(${JSON.stringify(stringifyExactly(value))}) }}`;
  return `={{ ${JSON.stringify(value)} }}`;
}

/** Returns the mode for an expression: the list mode changes to `id` or to the first other mode. */
function modeForExpression(mode: unknown, { modes }: Pick<NodeProperty, 'modes'>): string {
  const names = (modes ?? []).map((each) => String(each['name']));
  if (typeof mode === 'string' && mode !== 'list') return mode;
  return names.includes('id') ? 'id' : (names.find((name) => name !== 'list') ?? 'id');
}

/** Returns the result of the expression if it is valid for the parameter, otherwise the default. */
export function toFixed(value: unknown, preview: ExpressionPreview | undefined, property: Switched): unknown {
  if (isLocatorType(property)) {
    const locator = isRecord(value) ? value : {};
    const fixedValue = preview?.ok === true && isPlain(preview.value) ? storedText(preview.digits ?? String(preview.value)) : '';
    return { __rl: true, mode: locator['mode'] ?? 'id', value: fixedValue };
  }
  const digits = preview?.ok === true ? preview.digits : undefined;
  const computed = digits !== undefined ? new ExactNumber(digits) : preview?.ok === true ? preview.value : undefined;
  if (computed === undefined || computed === null) return withoutMark(value, property);
  return valueOfType(computed, property) ?? property.default;
}

/** Returns the fixed value if the expression failed: text without braces is kept. */
function withoutMark(value: unknown, property: Switched): unknown {
  const isText = property.type === 'string' || property.type === 'json' || property.type === 'code';
  return isText && isExpression(value) && !value.includes('{{') ? storedText(value.slice(1)) : property.default;
}

const isPlain = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

const isStructure = (value: unknown): boolean => Array.isArray(value) || (isRecord(value) && !(value instanceof ExactNumber));

/** Returns the text of dates and other objects whose JSON is a string, without quotes. */
function shownText(value: unknown): string {
  const json = typeof value === 'object' ? stringifyExactly(value) : undefined;
  return json?.startsWith('"') === true ? (JSON.parse(json) as string) : displayText(value);
}

function valueOfType(value: unknown, property: Switched): unknown {
  switch (property.type) {
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? exactNumber(value.trim()) : value;
      return number instanceof ExactNumber || (typeof number === 'number' && Number.isFinite(number)) ? number : undefined;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : undefined;
    case 'options':
      return isOffered(value, property) ? value : undefined;
    case 'multiOptions': {
      const list: readonly unknown[] = Array.isArray(value)
        ? value
        : String(value)
            .split(',')
            .map((part) => part.trim());
      return list.every((each) => isOffered(each, property)) ? list : undefined;
    }
    default:
      return property.type === 'json' && isStructure(value) ? stringifyExactly(value, 2) : storedText(shownText(value));
  }
}

/** Loaded options are not known here and are always accepted. */
const isOffered = (value: unknown, { options, typeOptions }: Switched): boolean =>
  typeOptions?.loadOptionsMethod !== undefined ||
  typeOptions?.['loadOptions'] !== undefined ||
  (options as readonly PropertyOption[] | undefined)?.some((option) => option.value === value) === true;
