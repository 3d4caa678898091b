// Fields to set, each with name, type and value. Dropped data adds a field with its name.
import { Plus } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { registerTarget, useIsDragging, useIsDropTarget } from '../../mapping/index.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { ParameterField, type ParameterInputProps } from '../parameter-input.tsx';
import { assignmentsOf, typeOfValue, valueTypes, withType, type Assignment } from './assignments.ts';
import { records, withMoved } from './entries.ts';
import { EntryCard } from './entry-card.tsx';
import { useFocusAdded } from './focus-added.ts';

export function AssignmentInput({ property, path, value, onChange, isDisabled }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const { editor, evaluate } = useOpenNode();
  const { box, adds } = useFocusAdded();
  const assignments = assignmentsOf(value);
  const held = isRecord(value) ? value : {};
  // The other entries are stored unchanged.
  const stored = records(held['assignments']);
  const write = (next: readonly unknown[]): void => onChange({ ...held, assignments: next });
  const change = (index: number, part: Partial<Assignment>): void =>
    write(stored.map((each, at) => (at === index ? { ...assignments[at], ...part } : each)));
  const area = `${path}.+`;
  useEffect(() => {
    if (isDisabled) return undefined;
    return registerTarget(area, ({ code, label }) => {
      const expression = `={{ ${code} }}`;
      const preview = evaluate(expression);
      const type = preview.ok ? typeOfValue(preview.value) : 'string';
      write([...stored, { id: editor.newId(), name: label, type, value: expression }]);
    });
  });
  const isDragging = useIsDragging();
  const isOver = useIsDropTarget(area);
  return (
    <div className="param" data-frame="group" data-type="assignmentCollection">
      <div className="param-head">
        <span className="param-label">{property.displayName}</span>
      </div>
      <div ref={box} className="param-group">
        {assignments.map((assignment, index) => (
          <EntryCard
            key={assignment.id === '' ? index : assignment.id}
            name={assignment.name === '' ? t('assign.field', { number: index + 1 }) : assignment.name}
            isDisabled={isDisabled}
            onRemove={() => write(stored.toSpliced(index, 1))}
            onUp={index > 0 ? () => write(withMoved(stored, index, index - 1)) : undefined}
            onDown={index < assignments.length - 1 ? () => write(withMoved(stored, index, index + 1)) : undefined}
          >
            <Fields
              path={`${path}.assignments[${index}]`}
              assignment={assignment}
              isDisabled={isDisabled}
              onChange={(part) => change(index, part)}
            />
          </EntryCard>
        ))}
        {isDisabled ? null : (
          <div className="assign-area" data-drop-path={area} data-droppable={isDragging} data-over={isOver}>
            <Button
              size="small"
              onClick={() => {
                adds();
                write([...stored, { id: editor.newId(), name: '', type: 'string', value: '' }]);
              }}
            >
              <Icon of={Plus} size={13} />
              {t('assign.add')}
            </Button>
            <span>{t('assign.drop')}</span>
          </div>
        )}
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly path: string;
  readonly assignment: Assignment;
  readonly isDisabled: boolean;
  readonly onChange: (part: Partial<Assignment>) => void;
}

function Fields({ path, assignment, isDisabled, onChange }: FieldsProps): ReactNode {
  const { t } = useTranslation('params');
  const { type } = assignment;
  return (
    <>
      <div className="assign-row">
        <ParameterField
          property={{ displayName: t('assign.name'), name: 'name', type: 'string', default: '', placeholder: t('assign.name') }}
          path={`${path}.name`}
          value={assignment.name}
          isDisabled={isDisabled}
          isCompact
          onChange={(name) => onChange({ name: String(name ?? '') })}
        />
        <Select
          label={t('assign.type')}
          isLabelHidden
          value={type}
          isDisabled={isDisabled}
          options={valueTypes.map((each) => ({ value: each, label: t(`filter.types.${each}`) }))}
          onChange={(next) => onChange(withType(assignment, next))}
        />
      </div>
      <ParameterField
        property={{
          displayName: t('assign.value'),
          name: 'value',
          type: type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : type === 'string' ? 'string' : 'json',
          default: '',
          placeholder: t('assign.value'),
        }}
        path={`${path}.value`}
        value={assignment.value}
        isDisabled={isDisabled}
        onChange={(value) => onChange({ value })}
      />
    </>
  );
}
