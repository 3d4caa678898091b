// Fields to set, each with name, type and value. Dropped data adds a field with its name.
import { Plus } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withTaken } from '../../../../../engine/contract/exact-values.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { registerTarget, useIsDragging, useIsDropTarget } from '../../mapping/index.ts';
import { useLatestOpenNode } from '../../open-node/index.ts';
import { ParameterField, type ParameterInputProps } from '../parameter-input.tsx';
import { assignmentsOf, typeOfValue, valueTypes, withType, type Assignment } from './assignments.ts';
import { records, withMoved } from './entries.ts';
import { EntryCard } from './entry-card.tsx';
import { useFocusAdded } from './focus-added.ts';

export function AssignmentInput({ property, path, value, onChange, isDisabled }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const latestNode = useLatestOpenNode();
  const { box, adds } = useFocusAdded();
  const assignments = assignmentsOf(value);
  const { write, edit } = useEntries(value, onChange);
  const area = `${path}.+`;
  useEffect(() => {
    if (isDisabled) return undefined;
    return registerTarget(area, ({ code, label }) => {
      const expression = `={{ ${code} }}`;
      const { editor, evaluate } = latestNode();
      const preview = evaluate(expression);
      const type = preview.ok ? typeOfValue(preview.value) : 'string';
      write((stored) => [...stored, { id: editor.newId(), name: label, type, value: expression }]);
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
          <Entry
            key={assignment.id === '' ? index : assignment.id}
            {...{ index, path, assignment, isDisabled, edit }}
            isLast={index === assignments.length - 1}
          />
        ))}
        {isDisabled ? null : (
          <div className="assign-area" data-drop-path={area} data-droppable={isDragging} data-over={isOver}>
            <Button
              size="small"
              onClick={() => {
                adds();
                write((stored) => [...stored, { id: latestNode().editor.newId(), name: '', type: 'string', value: '' }]);
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

type Entries = readonly Readonly<Record<string, unknown>>[];

interface Edits {
  readonly change: (index: number, part: Partial<Assignment>) => void;
  readonly remove: (index: number) => void;
  readonly move: (from: number, to: number) => void;
}

/** Returns functions that change the current entries. Their identity is stable, so that a row is rendered only if its own entry changes. */
function useEntries(value: unknown, onChange: (value: unknown) => void) {
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  return useMemo(() => {
    const write = (next: (stored: Entries) => readonly unknown[]): void => {
      const stored = isRecord(latest.current.value) ? latest.current.value : {};
      // The other entries are stored unchanged.
      latest.current.onChange({ ...stored, assignments: next(records(stored['assignments'])) });
    };
    const edit: Edits = {
      change: (index, part) =>
        write((stored) => {
          const assignments = assignmentsOf(latest.current.value);
          return stored.map((each, at) => (at === index ? changed(assignments[at] ?? each, part) : each));
        }),
      remove: (index) => write((stored) => stored.toSpliced(index, 1)),
      move: (from, to) => write((stored) => withMoved(stored, from, to)),
    };
    return { write, edit };
  }, []);
}

const changed = (assignment: object, part: Partial<Assignment>): object =>
  Object.entries(part).reduce((assignment, [name, value]) => withTaken(assignment, name, value), assignment);

interface EntryProps {
  readonly index: number;
  readonly isLast: boolean;
  /** Path of the collection. */
  readonly path: string;
  readonly assignment: Assignment;
  readonly isDisabled: boolean;
  readonly edit: Edits;
}

const Entry = memo(function Entry({ index, isLast, path, assignment, isDisabled, edit }: EntryProps): ReactNode {
  const { t } = useTranslation('params');
  const actions = useMemo(
    () => ({
      onRemove: () => edit.remove(index),
      onUp: index > 0 ? () => edit.move(index, index - 1) : undefined,
      onDown: isLast ? undefined : () => edit.move(index, index + 1),
    }),
    [edit, index, isLast],
  );
  const onChange = useCallback((part: Partial<Assignment>) => edit.change(index, part), [edit, index]);
  return (
    <EntryCard
      name={assignment.name === '' ? t('assign.field', { number: index + 1 }) : assignment.name}
      isDisabled={isDisabled}
      {...actions}
    >
      <Fields path={`${path}.assignments[${index}]`} {...{ assignment, isDisabled, onChange }} />
    </EntryCard>
  );
});

interface FieldsProps {
  readonly path: string;
  readonly assignment: Assignment;
  readonly isDisabled: boolean;
  /** Stable for an index. */
  readonly onChange: (part: Partial<Assignment>) => void;
}

function Fields({ path, assignment, isDisabled, onChange }: FieldsProps): ReactNode {
  const { t } = useTranslation('params');
  const { type } = assignment;
  const name = useMemo(
    () => ({ displayName: t('assign.name'), name: 'name', type: 'string', default: '', placeholder: t('assign.name') }) as const,
    [t],
  );
  const value = useMemo(
    () =>
      ({
        displayName: t('assign.value'),
        name: 'value',
        type: type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : type === 'string' ? 'string' : 'json',
        default: '',
        placeholder: t('assign.value'),
      }) as const,
    [t, type],
  );
  const latest = useRef(assignment);
  latest.current = assignment;
  const onName = useCallback((next: unknown) => onChange({ name: String(next ?? '') }), [onChange]);
  const onValue = useCallback((next: unknown) => onChange({ value: next }), [onChange]);
  const onType = useCallback((next: Assignment['type']) => onChange(withType(latest.current, next)), [onChange]);
  return (
    <>
      <div className="assign-row">
        <ParameterField property={name} path={`${path}.name`} value={assignment.name} isDisabled={isDisabled} isCompact onChange={onName} />
        <TypeSelect type={type} isDisabled={isDisabled} onType={onType} />
      </div>
      <ParameterField property={value} path={`${path}.value`} value={assignment.value} isDisabled={isDisabled} onChange={onValue} />
    </>
  );
}

interface TypeSelectProps {
  readonly type: Assignment['type'];
  readonly isDisabled: boolean;
  readonly onType: (type: Assignment['type']) => void;
}

const TypeSelect = memo(function TypeSelect({ type, isDisabled, onType }: TypeSelectProps): ReactNode {
  const { t } = useTranslation('params');
  return (
    <Select
      label={t('assign.type')}
      isLabelHidden
      value={type}
      isDisabled={isDisabled}
      options={valueTypes.map((each) => ({ value: each, label: t(`filter.types.${each}`) }))}
      onChange={onType}
    />
  );
});
