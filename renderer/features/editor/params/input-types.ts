// Which input a parameter type has: one file per type.
import type { NodeProperty, PropertyType } from '../../../../engine/workflow/node-type.ts';
import { AssignmentInput } from './inputs/assignment-input.tsx';
import { BooleanInput } from './inputs/boolean-input.tsx';
import { ButtonInput, CalloutInput } from './inputs/button-input.tsx';
import { CodeInput } from './inputs/code-input.tsx';
import { CollectionInput } from './inputs/collection-input.tsx';
import { ColorInput } from './inputs/color-input.tsx';
import { CredentialTypeInput } from './inputs/credential-type-input.tsx';
import { CurlInput } from './inputs/curl-input.tsx';
import { DateTimeInput } from './inputs/date-time-input.tsx';
import { FilterInput } from './inputs/filter-input.tsx';
import { FixedCollectionInput } from './inputs/fixed-collection-input.tsx';
import { LocatorInput } from './inputs/locator-input.tsx';
import { MapperInput } from './inputs/mapper-input.tsx';
import { MultiOptionsInput } from './inputs/multi-options-input.tsx';
import { HiddenInput, NoticeInput } from './inputs/notice-input.tsx';
import { NumberInput } from './inputs/number-input.tsx';
import { OptionsInput } from './inputs/options-input.tsx';
import { TextInput } from './inputs/text-input.tsx';
import type { ParameterKind } from './parameter-input.ts';

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
  // Drawn apart from the parameters.
  credentials: { frame: 'bare', Input: HiddenInput },
  hidden: { frame: 'bare', Input: HiddenInput },
};

/** Types that are not known are edited as text; texts with an editor of their own as code. */
export function kindOf({ type, typeOptions }: Pick<NodeProperty, 'type' | 'typeOptions'>): ParameterKind {
  if (type === 'string' && typeOptions?.editor !== undefined) return kinds.code;
  return Object.hasOwn(kinds, type) ? kinds[type] : kinds.string;
}
