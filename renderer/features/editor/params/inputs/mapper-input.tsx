// Fields of a resource, each filled with a value: for all that it has, or for those that are chosen.
import { Plus, RefreshCw } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../engine/workflow/own-properties.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Segments } from '../../node-view/segments.tsx';
import { AddMenu } from '../add-menu.tsx';
import { fieldType, mapperValueOf, withFields, withRemoved, type MapperField, type MapperValue } from '../mapper.ts';
import { ParameterField } from '../nested-field.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';
import { useMapperFields } from '../use-mapper-fields.ts';

export function MapperInput({ property, path, value, onChange, isDisabled }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const rules = isRecord(property.typeOptions?.['resourceMapper']) ? property.typeOptions['resourceMapper'] : {};
  const mapper = mapperValueOf(value);
  const remote = useMapperFields(property, path);
  const { fields } = remote;
  const loaded = fields === undefined ? undefined : withFields(mapper, fields, rules['addAllFields'] !== false);
  const isNew = loaded !== undefined && JSON.stringify(loaded.schema) !== JSON.stringify(mapper.schema);
  useEffect(() => {
    if (isNew && !isDisabled) onChange(loaded);
  });
  const shown = mapper.schema.filter(({ removed, display }) => removed !== true && display !== false);
  const hidden = mapper.schema.filter(({ removed }) => removed === true);
  const words = isRecord(rules['fieldWords']) ? rules['fieldWords'] : {};
  const word = typeof words['singular'] === 'string' ? words['singular'] : t('mapper.field');
  return (
    <fieldset className="param" data-frame="group" data-type="resourceMapper">
      <div className="param-head">
        <span className="param-label">{typeof rules['valuesLabel'] === 'string' ? rules['valuesLabel'] : property.displayName}</span>
        <span className="param-grow" />
        {rules['supportAutoMap'] === true ? (
          <Segments
            label={t('mapper.mode')}
            value={mapper.mappingMode === 'autoMapInputData' ? 'autoMapInputData' : 'defineBelow'}
            options={[
              { value: 'defineBelow', label: t('mapper.define') },
              { value: 'autoMapInputData', label: t('mapper.auto') },
            ]}
            onChange={(mappingMode) => (isDisabled ? undefined : onChange({ ...mapper, mappingMode }))}
          />
        ) : null}
        <IconButton label={t('refresh', { name: property.displayName })} size="small" disabled={remote.isLoading} onClick={remote.refresh}>
          <Icon of={RefreshCw} size={13} />
        </IconButton>
      </div>
      {remote.problem === undefined ? null : (
        <div className="param-issues" role="alert">
          {t('loadFailed')} {remote.problem}
        </div>
      )}
      {mapper.mappingMode === 'autoMapInputData' ? (
        <p className="param-hint">{t('mapper.autoHint')}</p>
      ) : (
        <Fields {...{ path, mapper, shown, isDisabled, onChange }} />
      )}
      {shown.length === 0 && !remote.isLoading && remote.problem === undefined ? <p className="param-hint">{t('mapper.none')}</p> : null}
      {isDisabled || hidden.length === 0 ? null : (
        <AddMenu
          icon={Plus}
          label={t('add', { name: word })}
          entries={hidden.map(({ id, displayName }) => ({ key: id, label: displayName }))}
          onPick={(id) => onChange(withRemoved(mapper, id, false))}
        />
      )}
    </fieldset>
  );
}

interface FieldsProps {
  readonly path: string;
  readonly mapper: MapperValue;
  readonly shown: readonly MapperField[];
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
}

function Fields({ path, mapper, shown, isDisabled, onChange }: FieldsProps): ReactNode {
  return (
    <div className="param-group">
      {shown.map((field) => (
        <ParameterField
          key={field.id}
          property={{
            displayName: field.displayName,
            name: field.id,
            type: fieldType(field),
            default: '',
            ...(field.required === undefined ? {} : { required: field.required }),
            ...(field.options === undefined ? {} : { options: field.options }),
          }}
          path={`${path}.value[${JSON.stringify(field.id)}]`}
          value={mapper.value?.[field.id] ?? ''}
          isDisabled={isDisabled || field.readOnly === true}
          {...(field.required === true || isDisabled ? {} : { onRemove: () => onChange(withRemoved(mapper, field.id, true)) })}
          onChange={(next) => onChange({ ...mapper, value: { ...mapper.value, [field.id]: next === '' ? null : next } })}
        />
      ))}
    </div>
  );
}
