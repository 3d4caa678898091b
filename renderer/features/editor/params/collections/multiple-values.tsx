// A parameter with a list of values of its type.
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyExactly, listOf, takeAll, takeFrom } from '../../../../../engine/contract/exact-values.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useOpenNode } from '../../open-node/index.ts';
import { ParameterField, type ParameterFieldProps } from '../parameter-input.tsx';
import { idOfPath } from '../parameter-path.ts';
import { CollectionInput } from './collection-input.tsx';
import { withMoved } from './entries.ts';
import { useFocusAdded } from './focus-added.ts';
import { EntryCard, EntryTools, type EntryActions } from './entry-card.tsx';

export function MultipleValues({ property, path, value, isDisabled, onChange }: ParameterFieldProps): ReactNode {
  const { t } = useTranslation('params');
  const { setParameter, issues, isNew } = useOpenNode();
  const values: readonly unknown[] = Array.isArray(value) ? takeAll(value) : value === undefined || value === '' ? [] : [value];
  const write = (next: readonly unknown[]): void => (onChange === undefined ? setParameter(path, listOf(next)) : onChange(listOf(next)));
  const { box, adds } = useFocusAdded<HTMLFieldSetElement>();
  const single = singleOf(property);
  const [initialValue] = useState(value);
  const messages = isNew && value === initialValue ? [] : (issues?.parameters?.[path] ?? []);
  const isSortable = property.typeOptions?.['sortable'] === true && !isDisabled;
  return (
    <fieldset ref={box} className="param" data-frame="group">
      <legend className="param-label">{property.displayName}</legend>
      {values.map((each, index) => {
        const entry: EntryProps = {
          property: { ...single, displayName: t('entry', { name: property.displayName, number: index + 1 }) },
          path: `${path}[${index}]`,
          value: each,
          isDisabled,
          onChange: (next) => write(values.with(index, next)),
          onRemove: () => write(values.toSpliced(index, 1)),
          ...(isSortable && index > 0 ? { onUp: () => write(withMoved(values, index, index - 1)) } : {}),
          ...(isSortable && index < values.length - 1 ? { onDown: () => write(withMoved(values, index, index + 1)) } : {}),
        };
        // Entries have no identity apart from their index.
        return property.type === 'collection' ? <CollectionEntry key={index} {...entry} /> : <ValueEntry key={index} {...entry} />;
      })}
      {isDisabled ? null : (
        <Button
          size="small"
          className="param-add"
          onClick={() => {
            adds();
            write([...values, copyExactly(takeFrom(single, 'default'))]);
          }}
        >
          <Icon of={Plus} size={13} />
          {property.typeOptions?.multipleValueButtonText ?? t('addValue')}
        </Button>
      )}
      {messages.length === 0 ? null : (
        <div className="param-issues" role="alert">
          {messages.join(' ')}
        </div>
      )}
    </fieldset>
  );
}

/** Returns the property for a single entry. */
function singleOf(property: NodeProperty): NodeProperty {
  const { multipleValues: _one, ...typeOptions } = property.typeOptions ?? {};
  const fallback = property.type === 'collection' ? {} : '';
  return { ...property, typeOptions, default: Array.isArray(property.default) ? fallback : (property.default ?? fallback) };
}

interface EntryProps extends EntryActions {
  readonly property: NodeProperty;
  readonly path: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
}

function CollectionEntry({ property, path, value, isDisabled, onChange, onRemove, onUp, onDown }: EntryProps): ReactNode {
  return (
    <EntryCard name={property.displayName} isDisabled={isDisabled} onRemove={onRemove} onUp={onUp} onDown={onDown}>
      <CollectionInput
        {...{ property, path, value, isDisabled, onChange }}
        id={idOfPath(path)}
        isInvalid={false}
        onBlur={() => undefined}
      />
    </EntryCard>
  );
}

function ValueEntry({ property, path, value, isDisabled, onChange, onRemove, onUp, onDown }: EntryProps): ReactNode {
  return (
    <div className="param-row" data-entry="">
      <ParameterField property={property} path={path} value={value} isDisabled={isDisabled} isCompact onChange={onChange} />
      {isDisabled ? null : <EntryTools name={property.displayName} {...{ onRemove, onUp, onDown }} className="param-row-tools" />}
    </div>
  );
}
