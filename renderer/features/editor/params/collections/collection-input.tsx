// Optional parameters: the added ones, and a menu of the others.
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyExactly, takeFrom } from '../../../../../engine/contract/exact-values.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { displayParameter } from '../../../../../engine/workflow/parameters/visibility.ts';
import { useOpenNode } from '../../open-node/index.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { ParameterList } from '../parameter-list.tsx';
import { joinPath } from '../parameter-path.ts';
import { AddMenu } from './add-menu.tsx';
import { useFocusAdded } from './focus-added.ts';

export function CollectionInput({ property, path, value, isDisabled }: ParameterInputProps): ReactNode {
  const { setParameter, allParameters, served, description } = useOpenNode();
  const { box, adds } = useFocusAdded();
  const values = isRecord(value) ? value : {};
  const options = (property.options ?? []) as readonly NodeProperty[];
  const added = options.filter(({ name }) => Object.hasOwn(values, name));
  const offered = options.filter(
    (option) =>
      !Object.hasOwn(values, option.name) &&
      option.type !== 'hidden' &&
      displayParameter(values, option, served, description ?? null, allParameters),
  );
  return (
    <div ref={box} className="param-group">
      <ParameterList
        properties={added}
        path={path}
        parent="collection"
        {...(isDisabled ? {} : { onRemove: ({ name }: NodeProperty) => setParameter(joinPath(path, name), undefined) })}
      />
      {isDisabled || offered.length === 0 ? null : (
        <AddMenu
          icon={Plus}
          label={property.placeholder ?? property.displayName}
          entries={offered.map((option) => ({ key: option.name, label: option.displayName, about: option.description }))}
          onPick={(name) => {
            const option = offered.find((each) => each.name === name);
            if (option === undefined) return;
            adds();
            setParameter(joinPath(path, name), copyExactly(takeFrom(option, 'default')));
          }}
        />
      )}
    </div>
  );
}
