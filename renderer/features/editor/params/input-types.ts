// Maps parameter types to their inputs.
import type { NodeProperty, PropertyType } from '../../../../engine/workflow/node-type.ts';
import { AssignmentInput } from './collections/assignment-input.tsx';
import { CollectionInput } from './collections/collection-input.tsx';
import { FilterInput } from './collections/filter-input.tsx';
import { FixedCollectionInput } from './collections/fixed-collection-input.tsx';
import { CredentialTypeInput } from './credentials/credential-type-input.tsx';
import { BooleanInput } from './inputs/boolean-input.tsx';
import { CodeInput } from './inputs/code-input.tsx';
import { ColorInput } from './inputs/color-input.tsx';
import { CurlInput } from './inputs/curl-input.tsx';
import { DateTimeInput } from './inputs/date-time-input.tsx';
import { ButtonInput, CalloutInput, HiddenInput, NoticeInput } from './inputs/notice-input.tsx';
import { NumberInput } from './inputs/number-input.tsx';
import { TextInput } from './inputs/text-input.tsx';
import { LocatorInput } from './locator/locator-input.tsx';
import { MapperInput } from './mapper/mapper-input.tsx';
import { MultiOptionsInput } from './options/multi-options-input.tsx';
import { OptionsInput } from './options/options-input.tsx';
import type { ParameterKind } from './parameter-input.tsx';

const kinds: Readonly<Record<PropertyType, ParameterKind>> = {
  string: { frame: 'field', Input: TextInput },
  icon: { frame: 'field', Input: TextInput },
  number: { frame: 'field', Input: NumberInput },
  boolean: { frame: 'field', Input: BooleanInput },
  dateTime: { frame: 'field', Input: DateTimeInput },
  color: { frame: 'field', Input: ColorInput },
  options: { frame: 'field', Input: OptionsInput },
  multiOptions: { frame: 'field', Input: MultiOptionsInput },
  json: { frame: 'field', Input: CodeInput },
  code: { frame: 'field', Input: CodeInput },
  credentialsSelect: { frame: 'field', Input: CredentialTypeInput },
  resourceLocator: { frame: 'field', Input: LocatorInput },
  workflowSelector: { frame: 'field', Input: LocatorInput },
  resourceMapper: { frame: 'bare', Input: MapperInput },
  collection: { frame: 'group', Input: CollectionInput },
  fixedCollection: { frame: 'group', Input: FixedCollectionInput },
  filter: { frame: 'bare', Input: FilterInput },
  assignmentCollection: { frame: 'bare', Input: AssignmentInput },
  notice: { frame: 'bare', Input: NoticeInput },
  callout: { frame: 'bare', Input: CalloutInput },
  button: { frame: 'group', Input: ButtonInput },
  curlImport: { frame: 'bare', Input: CurlInput },
  // Shown separately by CredentialFields.
  credentials: { frame: 'bare', Input: HiddenInput },
  hidden: { frame: 'bare', Input: HiddenInput },
};

/** Returns the input of a property. Unknown types are edited as text; texts with an `editor` option as code. */
export function kindOf({ type, typeOptions }: Pick<NodeProperty, 'type' | 'typeOptions'>): ParameterKind {
  if (type === 'string' && typeOptions?.editor !== undefined) return kinds.code;
  return Object.hasOwn(kinds, type) ? kinds[type] : kinds.string;
}
