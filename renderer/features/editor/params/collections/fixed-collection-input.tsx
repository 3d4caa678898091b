// Groups of fields: one entry per group or a list of entries, which can be sortable.
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyExactly, objectOf, takeFrom } from '../../../../../engine/contract/exact-values.ts';
import type { NodeProperty, PropertyGroup } from '../../../../../engine/workflow/node-type.ts';
import { getPath } from '../../../../../engine/workflow/values/object-path.ts';
import { isRecord, ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { displayParameter } from '../../../../../engine/workflow/parameters/visibility.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useOpenNode } from '../../open-node/index.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { ParameterList } from '../parameter-list.tsx';
import { joinPath } from '../parameter-path.ts';
import { AddMenu } from './add-menu.tsx';
import { withMoved } from './entries.ts';
import { EntryCard } from './entry-card.tsx';
import { useFocusAdded } from './focus-added.ts';

export function FixedCollectionInput({ property, path, value, isDisabled }: ParameterInputProps): ReactNode {
  const { setParameter, allParameters, served, description } = useOpenNode();
  const storedEntries = useStoredEntries();
  const { box, adds } = useFocusAdded();
  const { t } = useTranslation('params');
  const values = isRecord(value) ? value : {};
  const groups = ((property.options ?? []) as readonly PropertyGroup[]).filter((group) =>
    displayParameter(values, group, served, description ?? null, allParameters),
  );
  const isList = property.typeOptions?.multipleValues === true;
  const most = property.typeOptions?.['maxAllowedFields'];
  const count = groups.reduce((sum, { name }) => sum + entriesOf(ownValue(values, name)).length, 0);
  const offered = isList ? groups : groups.filter(({ name }) => !Object.hasOwn(values, name));
  const isFull = typeof most === 'number' && count >= most;
  const add = (name: string): void => {
    adds();
    const entries = storedEntries(joinPath(path, name), entriesOf(ownValue(values, name)));
    const fresh = freshEntry(groups.find((group) => group.name === name)?.values ?? []);
    if (isList) setParameter(joinPath(path, name), [...entries, fresh]);
    else setParameter(joinPath(path, name), fresh);
  };
  const label = property.typeOptions?.multipleValueButtonText ?? property.placeholder;
  return (
    <div ref={box} className="param-group">
      {groups.map((group) => (
        <Entries key={group.name} {...{ property, group, path, isDisabled, isList }} value={ownValue(values, group.name)} />
      ))}
      {isDisabled || isFull || offered.length === 0 ? null : offered.length === 1 ? (
        <Button size="small" className="param-add" onClick={() => add(offered[0]?.name ?? '')}>
          <Icon of={Plus} size={13} />
          {label ?? t('add', { name: offered[0]?.displayName ?? '' })}
        </Button>
      ) : (
        <AddMenu
          icon={Plus}
          label={label ?? t('add', { name: property.displayName })}
          entries={offered.map((group) => ({ key: group.name, label: group.displayName }))}
          onPick={add}
        />
      )}
    </div>
  );
}

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isRecord(value) ? [value] : []);

/** Returns a new entry, in which the defaults are stored explicitly. */
const freshEntry = (fields: readonly NodeProperty[]): Record<string, unknown> =>
  objectOf(
    fields
      .filter(({ displayOptions, type }) => displayOptions === undefined && type !== 'notice')
      .map((field) => [field.name, copyExactly(takeFrom(field, 'default'))]),
  );

interface EntriesProps {
  readonly property: NodeProperty;
  readonly group: PropertyGroup;
  readonly path: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly isList: boolean;
}

function Entries({ property, group, path, value, isDisabled, isList }: EntriesProps): ReactNode {
  const { setParameter } = useOpenNode();
  const storedEntries = useStoredEntries();
  const groupPath = joinPath(path, group.name);
  const entries = entriesOf(value);
  const isSortable = isList && property.typeOptions?.['sortable'] === true;
  const move = (from: number, to: number) => (): void => setParameter(groupPath, withMoved(storedEntries(groupPath, entries), from, to));
  return entries.map((_, index) => (
    <EntryCard
      // Entries have no identity apart from their index.
      key={index}
      name={isList ? `${group.displayName} ${index + 1}` : group.displayName}
      isDisabled={isDisabled}
      isPair={isPair(group)}
      onRemove={() =>
        setParameter(groupPath, isList && Array.isArray(value) ? storedEntries(groupPath, entries).toSpliced(index, 1) : undefined)
      }
      onUp={isSortable && index > 0 ? move(index, index - 1) : undefined}
      onDown={isSortable && index < entries.length - 1 ? move(index, index + 1) : undefined}
    >
      <ParameterList properties={group.values} path={Array.isArray(value) ? `${groupPath}[${index}]` : groupPath} />
    </EntryCard>
  ));
}

/** Whether a group consists of a name and a value, which are shown side by side. */
const isPair = ({ values }: PropertyGroup): boolean =>
  values.length === 2 && values.every(({ type, typeOptions }) => type === 'string' && typeOptions === undefined);

/** Returns a function that reads the stored list at a path, without defaults; it returns `complete` if the shown list is a default. */
function useStoredEntries(): (path: string, complete: readonly unknown[]) => readonly unknown[] {
  const { node } = useOpenNode();
  return (path, complete) => {
    const stored = getPath(node.parameters ?? {}, path);
    return Array.isArray(stored) && stored.length === complete.length ? (stored as readonly unknown[]) : complete;
  };
}
