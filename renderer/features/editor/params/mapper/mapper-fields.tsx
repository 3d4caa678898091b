// The fields of a resource mapper: matching columns, values, and type conversion.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withTaken } from '../../../../../engine/contract/exact-values.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import {
  isNeededField,
  mapperFieldPath,
  type MapperField,
  type MapperValue,
} from '../../../../../engine/workflow/parameters/resource-mapper.ts';
import { ParameterField } from '../parameter-input.tsx';
import { canMatch, fieldType, visibleFields, withMatching, withRemoved, type MapperRules } from './mapper.ts';

/** Props shared by the parts of a mapper. */
export interface MapperParts {
  readonly path: string;
  readonly mapper: MapperValue;
  readonly rules: MapperRules;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
}

export function MatchingField({ path, mapper, rules, isDisabled, onChange }: MapperParts): ReactNode {
  const { t } = useTranslation('params');
  const isMany = rules.takesManyMatches;
  const { title, description, hint } = rules.matching;
  const fields = (isMany ? rules.plural : rules.singular) ?? t(isMany ? 'mapper.fields' : 'mapper.field');
  const property: NodeProperty = {
    displayName: title ?? t('mapper.matching', { fields }),
    name: 'matchingColumns',
    type: isMany ? 'multiOptions' : 'options',
    default: isMany ? [] : '',
    description: description ?? t('mapper.matchingHelp'),
    required: true,
    noDataExpression: true,
    options: mapper.schema.filter(canMatch).map(({ id, displayName }) => ({ name: displayName, value: id })),
    ...(hint === undefined ? {} : { hint }),
  };
  return (
    <ParameterField
      property={property}
      path={`${path}.matchingColumns`}
      value={isMany ? mapper.matchingColumns : (mapper.matchingColumns[0] ?? '')}
      isDisabled={isDisabled}
      problem={mapper.matchingColumns.length === 0 ? t('mapper.required') : undefined}
      onChange={(next) =>
        onChange(
          withMatching(
            mapper,
            (Array.isArray(next) ? next : [next]).filter((id): id is string => typeof id === 'string' && id !== ''),
          ),
        )
      }
    />
  );
}

export function MappedFields(parts: MapperParts): ReactNode {
  return visibleFields(parts.mapper).map((field) => <MappedField key={field.id} field={field} {...parts} />);
}

function MappedField({ field, path, mapper, rules, isDisabled, onChange }: MapperParts & { readonly field: MapperField }): ReactNode {
  const { t } = useTranslation('params');
  const { id, displayName, type, options, readOnly } = field;
  const needed = isNeededField(field, mapper, rules);
  const matches = rules.isMatching && mapper.matchingColumns.includes(id);
  const value = Object.hasOwn(mapper.value ?? {}, id) ? mapper.value?.[id] : undefined;
  const isEmpty = value === undefined || value === null || value === '';
  return (
    <ParameterField
      property={{
        displayName: matches ? t('mapper.matches', { name: displayName }) : displayName,
        name: id,
        type: fieldType(field),
        default: '',
        required: needed,
        ...(options === undefined ? {} : { options }),
      }}
      path={`${path}.${mapperFieldPath(id)}`}
      value={value ?? ''}
      isDisabled={isDisabled || readOnly === true}
      {...(type === undefined ? {} : { note: t(`mapper.types.${type}`, { defaultValue: type }) })}
      problem={needed && isEmpty ? t('mapper.required') : undefined}
      {...(needed || isDisabled ? {} : { onRemove: () => onChange(withRemoved(mapper, [id], true)) })}
      onChange={(next) => onChange({ ...mapper, value: withTaken(mapper.value ?? {}, id, next === '' ? null : next) })}
    />
  );
}

/** Options for values whose type differs from their field's type. */
export function ConversionFields({ path, mapper, isDisabled, onChange }: MapperParts): ReactNode {
  const { t } = useTranslation('params');
  const names =
    mapper['attemptToConvertTypes'] === true
      ? (['attemptToConvertTypes', 'convertFieldsToString'] as const)
      : (['attemptToConvertTypes'] as const);
  return names.map((name) => (
    <ParameterField
      key={name}
      property={{
        displayName: t(`mapper.${name}`),
        name,
        type: 'boolean',
        default: false,
        noDataExpression: true,
        description: t(`mapper.${name}Help`),
      }}
      path={`${path}.${name}`}
      value={mapper[name] === true}
      isDisabled={isDisabled}
      onChange={(next) => onChange({ ...mapper, [name]: next === true })}
    />
  ));
}
