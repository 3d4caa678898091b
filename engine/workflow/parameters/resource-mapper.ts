// The value of a resource mapper: the fields of a resource, their values, and which of them are required. For a sub-workflow, the fields are its declared inputs.
import { isRecord } from '../values/own-properties.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';

export interface MapperField {
  readonly id: string;
  readonly displayName: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly display?: boolean;
  readonly removed?: boolean;
  readonly readOnly?: boolean;
  readonly canBeUsedToMatch?: boolean;
  readonly defaultMatch?: boolean;
  readonly options?: readonly { readonly name: string; readonly value: string | number | boolean }[];
}

export interface MapperValue {
  readonly mappingMode: string;
  /** Values by field id; null if nothing is selected. */
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly matchingColumns: readonly string[];
  readonly schema: readonly MapperField[];
  readonly [extra: string]: unknown;
}

/** How `typeOptions.resourceMapper.mode` (add, update, upsert) affects fields. */
export interface MapperNeeds {
  /** Whether existing records are changed, which matching columns identify. */
  readonly isMatching: boolean;
  /** Whether new records may be created, so that required fields must be filled in. */
  readonly needsRequired: boolean;
}

export const mapperNeeds = (mode: unknown): MapperNeeds => ({
  isMatching: mode === 'update' || mode === 'upsert',
  needsRequired: mode !== 'update',
});

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** Reads a stored value of any shape. */
export function mapperValueOf(value: unknown): MapperValue {
  const input = isRecord(value) ? value : {};
  const schema = Array.isArray(input['schema'])
    ? (input['schema'] as unknown[]).filter(
        (field): field is MapperField & Record<string, unknown> => isRecord(field) && typeof field['id'] === 'string',
      )
    : [];
  return {
    ...input,
    mappingMode: typeof input['mappingMode'] === 'string' ? input['mappingMode'] : 'defineBelow',
    value: isRecord(input['value']) ? input['value'] : null,
    matchingColumns: strings(input['matchingColumns']),
    schema,
  };
}

/** Whether a field cannot be left out. */
export const isNeededField = ({ id, required }: MapperField, { matchingColumns }: MapperValue, needs: MapperNeeds): boolean =>
  (needs.isMatching && matchingColumns.includes(id)) || (required === true && needs.needsRequired);

/** Returns the path of a field below its mapper, as issues and inputs use it. */
export const mapperFieldPath = (id: string): string => `value[${JSON.stringify(id)}]`;

/**
 * Returns the paths, below the mapper, of required values that are missing. A mapper that uses the items' own fields needs only its matching
 * columns.
 */
export function missingInMapper(mapper: MapperValue, needs: MapperNeeds): readonly string[] {
  const { schema, matchingColumns, mappingMode, value } = mapper;
  // Required fields are unknown until the fields are loaded.
  if (schema.length === 0) return [];
  const missing = needs.isMatching && matchingColumns.length === 0 ? ['matchingColumns'] : [];
  if (mappingMode !== 'defineBelow') return missing;
  const isEmpty = (id: string): boolean => {
    const filled = value !== null && Object.hasOwn(value, id) ? value[id] : undefined;
    return filled === undefined || filled === null || filled === '';
  };
  const fields = schema.filter((field) => isNeededField(field, mapper, needs) && isEmpty(field.id));
  return [...missing, ...fields.map(({ id }) => mapperFieldPath(id))];
}

export interface SubWorkflowInput {
  readonly id: string;
  readonly displayName: string;
  /** `string`, `number`, `boolean`, `array`, `object` or `any`. */
  readonly type: string;
  readonly required: boolean;
  readonly display: boolean;
}

const trigger = 'n8n-nodes-base.executeWorkflowTrigger';

/** Method of resource mappers that the editor implements itself: it reads the inputs of the called workflow by `subWorkflowInputs`. */
export const SUB_WORKFLOW_METHOD = 'loadSubWorkflowInputs';

/** Returns the inputs declared by fields or by a JSON example; empty for a trigger that passes everything through. */
export function subWorkflowInputs({ nodes }: Pick<WorkflowFile, 'nodes'>): readonly SubWorkflowInput[] {
  const parameters = nodes.find(({ type, disabled }) => type === trigger && disabled !== true)?.parameters ?? {};
  const source = parameters['inputSource'] ?? 'workflowInputs';
  if (source === 'passthrough') return [];
  return source === 'jsonExample' ? ofExample(parameters['jsonExample']) : ofFields(parameters['workflowInputs']);
}

const field = (name: string, type: string): SubWorkflowInput => ({ id: name, displayName: name, type, required: false, display: true });

function ofFields(value: unknown): readonly SubWorkflowInput[] {
  const list = isRecord(value) && Array.isArray(value['values']) ? (value['values'] as unknown[]) : [];
  return list.flatMap((each) =>
    isRecord(each) && typeof each['name'] === 'string' && each['name'] !== ''
      ? [field(each['name'], typeof each['type'] === 'string' ? each['type'] : 'string')]
      : [],
  );
}

function ofExample(text: unknown): readonly SubWorkflowInput[] {
  try {
    const example: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    if (!isRecord(example)) return [];
    return Object.entries(example).map(([name, value]) =>
      field(name, value === null ? 'any' : Array.isArray(value) ? 'array' : typeof value),
    );
  } catch {
    return [];
  }
}
