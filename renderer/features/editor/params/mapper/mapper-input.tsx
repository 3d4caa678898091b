// A resource mapper: maps values to the fields of a resource.
import { Plus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isNeededField } from '../../../../../engine/workflow/parameters/resource-mapper.ts';
import { SafeHtml } from '../../../../ui/safe-html.tsx';
import { Segments, Toolbar } from '../../../../ui/toolbar.tsx';
import { useFieldAction, type FieldActions } from '../../open-node/index.ts';
import { AddMenu } from '../collections/add-menu.tsx';
import { FieldMenu } from '../label-row.tsx';
import { Awaited, LoadProblem } from '../options/options-input.tsx';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { ConversionFields, MappedFields, MatchingField, type MapperParts } from './mapper-fields.tsx';
import { hiddenFields, mapperRules, visibleFields, withRemoved } from './mapper.ts';
import { useMapperFields, useMapperValue, type MapperFields } from './use-mapper-fields.ts';

export function MapperInput({ property, path, value, onChange, isDisabled }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const rules = mapperRules(property);
  const remote = useMapperFields(property, path, rules);
  const { mapper, willWrite } = useMapperValue({ path, value, isDisabled }, remote, rules);
  const refresh = (): void => {
    willWrite();
    remote.refresh();
  };
  const isAutomatic = mapper.mappingMode === 'autoMapInputData';
  const hidden = isAutomatic ? [] : hiddenFields(mapper);
  const parts: MapperParts = { path, mapper, rules, isDisabled, onChange };
  return (
    <fieldset className="param" data-frame="group" data-type="resourceMapper" aria-busy={remote.isLoading}>
      <MapperHead {...parts} name={rules.label ?? property.displayName} onReset={() => onChange(property.default)} onRefresh={refresh} />
      <Awaited text={remote.awaited} />
      <LoadProblem problem={remote.problem} onRetry={refresh} />
      <div className="param-group">
        {rules.isMatching && mapper.schema.length > 0 ? <MatchingField {...parts} /> : null}
        {isAutomatic ? <p className="param-hint">{t('mapper.autoHint')}</p> : <MappedFields {...parts} />}
        <Nothing mapper={mapper} remote={remote} rules={rules} />
        {isDisabled || hidden.length === 0 ? null : (
          <AddMenu
            icon={Plus}
            label={t('add', { name: rules.singular ?? t('mapper.field') })}
            entries={hidden.map(({ id, displayName }) => ({ key: id, label: displayName }))}
            onPick={(id) => onChange(withRemoved(mapper, [id], false))}
          />
        )}
        {rules.asksConversion && mapper.schema.length > 0 ? <ConversionFields {...parts} /> : null}
      </div>
    </fieldset>
  );
}

interface MapperHeadProps extends MapperParts {
  readonly name: string;
  readonly onReset: () => void;
  readonly onRefresh: () => void;
}

function MapperHead({ mapper, rules, isDisabled, name, onChange, onReset, onRefresh }: MapperHeadProps): ReactNode {
  const { t } = useTranslation('params');
  const actions: FieldActions = useRef({});
  useFieldAction(actions, 'refresh', onRefresh);
  const fields = rules.plural ?? t('mapper.fields');
  const isAutomatic = mapper.mappingMode === 'autoMapInputData';
  const removable = visibleFields(mapper).filter((field) => !isNeededField(field, mapper, rules));
  const set = (fieldsToSet: readonly { readonly id: string }[], isRemoved: boolean) => (): void => {
    const ids = fieldsToSet.map(({ id }) => id);
    onChange(withRemoved(mapper, ids, isRemoved));
  };
  return (
    <div className="param-head">
      <legend className="param-label">{name}</legend>
      <span className="param-grow" />
      {rules.takesInput ? (
        <Segments
          label={t('mapper.mode')}
          value={isAutomatic ? 'autoMapInputData' : 'defineBelow'}
          options={[
            { value: 'defineBelow', label: t('mapper.define') },
            { value: 'autoMapInputData', label: t('mapper.auto') },
          ]}
          onChange={(mappingMode) => (isDisabled ? undefined : onChange({ ...mapper, mappingMode }))}
        />
      ) : null}
      {isDisabled ? null : (
        <Toolbar label={t('tools', { name })}>
          <FieldMenu
            name={name}
            onReset={onReset}
            offers={['refresh']}
            actions={actions}
            more={
              isAutomatic
                ? []
                : [
                    'line',
                    {
                      id: 'all',
                      label: t('mapper.addAll', { fields }),
                      isDisabled: hiddenFields(mapper).length === 0,
                      onSelect: set(hiddenFields(mapper), false),
                    },
                    {
                      id: 'none',
                      label: t('mapper.removeAll', { fields }),
                      isDisabled: removable.length === 0,
                      onSelect: set(removable, true),
                    },
                  ]
            }
          />
        </Toolbar>
      )}
    </div>
  );
}

interface NothingProps extends Pick<MapperParts, 'mapper' | 'rules'> {
  readonly remote: MapperFields;
}

/** Shown if there are no fields or while they are loading. */
function Nothing({ mapper, remote, rules }: NothingProps): ReactNode {
  const { t } = useTranslation('params');
  const fields = rules.plural ?? t('mapper.fields');
  if (mapper.schema.length > 0 || remote.problem !== undefined || remote.awaited !== undefined) return null;
  if (remote.isLoading) {
    return (
      <p className="param-hint" role="status">
        {t('mapper.loading', { fields })}
      </p>
    );
  }
  const notice = rules.noFields ?? remote.notice;
  return <p className="param-hint">{notice === undefined ? t('mapper.none', { fields }) : <SafeHtml html={notice} />}</p>;
}
