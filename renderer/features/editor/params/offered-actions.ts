// Which actions the menu of a field offers beside resetting it, by what the field is at the moment.
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import type { FieldAction } from '../open-node/index.ts';
import { locatorOf } from './locator.ts';
import { isRemote } from './use-remote-options.ts';
import { isLocatorType } from './value-switch.ts';

const choices = ['options', 'multiOptions'];

/** Lists that are loaded are refreshed; text of several lines is written in a larger field. */
export function offeredActions(property: NodeProperty, value: unknown, isExpression: boolean): readonly FieldAction[] {
  const { type, typeOptions = {} } = property;
  if (isExpression) return ['enlarge'];
  if (isLocatorType(property)) return locatorOf(value, property).mode === 'list' ? ['refresh'] : [];
  if (choices.includes(type) && isRemote(property)) return ['refresh'];
  const isCode = type === 'json' || type === 'code' || (type === 'string' && typeOptions.editor !== undefined);
  const isArea = type === 'string' && ((typeOptions.rows ?? 1) > 1 || typeOptions['alwaysOpenEditWindow'] === true);
  return isCode || isArea ? ['enlarge'] : [];
}
