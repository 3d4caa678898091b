// Facts about functions in nodes' folders. Each node's adapters are added together with the node: `name: fn(…)`, or
// `name: lazy(() => import('…'), (module) => …)`, with `fn` and `lazy` of adapter.ts. Until then the fact fails with 'not built yet'.
//
//   FieldsTracker compareItems flattenKeys fuzzyCompare keysToLowercase wrapData getResolvables prepareBinariesDataList  shared by nodes
//   SwitchV3 Switch · createErrorFromParameters StopAndError · modifySelectQuery rowToExecutionData Merge · validateInputData RemoveDuplicates
//   parseJsonParameter validateEntry Set · sanitizeXmlName Xml · escapeSpecialCharacters normalizeFileSelector ReadWriteFile
//   intervalToRecurrence recurrenceCheck validateInterval Schedule Trigger · getWorkflowInfo ExecuteWorkflow
//   validateNoDisallowedMethodsInRunForEach ExecutionError Code
import type { JsonObject } from '../../../engine/contract/json.ts';
import type { Item } from '../../../engine/contract/run-data.ts';
import { anyFile } from '../../../engine/files/file-access.ts';
import { splitExpression } from '../../../engine/expression/parse-template.ts';
import { fuzzyEqual, sameValue } from '../../../engine/nodes/_shared/compare-values.ts';
import { dedupeInSlices } from '../../../engine/nodes/_shared/lists/dedupe-items.ts';
import { fieldPath, flattenKeys } from '../../../engine/nodes/_shared/fields/field-path.ts';
import { normalizeFileSelector } from '../../../engine/nodes/_shared/files/file-selector.ts';
import { matchInSlices } from '../../../engine/nodes/_shared/match-items.ts';
import { calledWorkflow } from '../../../engine/nodes/_shared/called-workflow/workflow-source.ts';
import { parseJsonParameter } from '../../../engine/nodes/set/v3/raw-json.ts';
import { typedValue } from '../../../engine/nodes/set/v3/typed-value.ts';
import { declaredError } from '../../../engine/nodes/stop-and-error/declared-error.ts';
import { description as switchV3 } from '../../../engine/nodes/switch/v3/description.ts';
import { toItems, type ExecuteContext } from '../../../engine/sdk/index.ts';
import { atOnce } from '../../../engine/sdk/slices.ts';
import { type Adapters, fn, lazy } from './adapter.ts';
import type { ExecutionStandIn } from './stand-ins.ts';

/** The corpus passes the version of the comparison; since 2 null counts as zero too. */
const fuzzyCompare =
  (isFuzzy: boolean, version = 1) =>
  (a: unknown, b: unknown): boolean =>
    isFuzzy ? fuzzyEqual(a, b, version >= 2) : sameValue(a, b);

function compareItems(first: Item, second: Item, names: readonly string[]): boolean {
  const pairs = names.map((name) => ({ left: fieldPath(name), right: fieldPath(name) }));
  return atOnce((pace) => matchInSlices([first], [second], pairs, { fuzzy: false, firstOnly: false }, pace)).isRightMatched[0] === true;
}

function validateInputData(
  node: { readonly typeVersion: number },
  items: readonly Item[],
  fields: readonly string[],
  disableDotNotation: boolean,
): void {
  const strictTypes = node.typeVersion < 1.1;
  const settings = { compare: 'selectedFields', fields, dotNotation: !disableDotNotation, removeOtherFields: false, strictTypes } as const;
  atOnce((pace) => dedupeInSlices(items, settings, pace));
}

/** Called on the context of the node. */
async function getWorkflowInfo(this: ExecutionStandIn, source: string, itemIndex: number): Promise<unknown> {
  const param = (path: string): unknown => (path === 'source' ? source : this.parameter(path));
  const called = await calledWorkflow({ param, files: anyFile } as unknown as ExecuteContext, itemIndex);
  return 'workflow' in called ? { code: called.workflow } : { id: called.workflowId };
}

function validateEntry(name: string, type: string, value: unknown, _node: unknown, itemIndex: number, ignoreErrors?: boolean): JsonObject {
  return { name, value: typedValue(name, type, value, itemIndex, { ignoreErrors }) };
}

export const nodeAdapters: Adapters = {
  SwitchV3: fn(
    class {
      readonly description = switchV3;
    } as never,
  ),
  createErrorFromParameters: fn(declaredError),
  getWorkflowInfo: fn(getWorkflowInfo),
  parseJsonParameter: fn((value: unknown, _node: unknown, itemIndex: number, name?: string) => parseJsonParameter(value, itemIndex, name)),
  validateEntry: fn(validateEntry),
  compareItems: fn(compareItems),
  // The HTML node leaves its template to the expression evaluator.
  getResolvables: fn((text: string) => splitExpression(text).flatMap((chunk) => (chunk.type === 'code' ? [`{{${chunk.text}}}`] : []))),
  flattenKeys: fn((json: JsonObject) => ({ ...flattenKeys(json) })),
  fuzzyCompare: fn(fuzzyCompare),
  normalizeFileSelector: fn(normalizeFileSelector),
  sanitizeXmlName: lazy(
    () => import('../../../engine/nodes/_shared/xml/names.ts'),
    ({ sanitizeXmlName }) => sanitizeXmlName,
  ),
  validateInputData: fn(validateInputData, 'NodeOperationError'),
  wrapData: fn((data: JsonObject | readonly JsonObject[]) => toItems([data].flat() as JsonObject[])),
};
