// One of several options, each with what it means; from the description, or loaded by the node.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RefreshCw } from 'lucide-react';
import type { PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { customApiCall } from '../../../../../engine/workflow/parameter-issues.ts';
import { shownValue } from '../../../../../engine/workflow/shown-value.ts';
import { displayParameterPath } from '../../../../../engine/workflow/visibility.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useNodeView } from '../../node-view/node-view-context.tsx';
import { OptionPicker } from '../option-picker.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';
import { parentPath } from '../parameter-path.ts';
import { isRemote, useRemoteOptions, type RemoteOptions } from '../use-remote-options.ts';

/** The options of the description that the display rules show. */
export function useOwnOptions({ property, path }: Pick<ParameterInputProps, 'property' | 'path'>): readonly PropertyOption[] {
  const { allParameters, node, description } = useNodeView();
  return useMemo(
    () =>
      ((property.options ?? []) as readonly PropertyOption[]).filter((option) =>
        displayParameterPath(allParameters, option, parentPath(path), node, description ?? null),
      ),
    [property, path, allParameters, node, description],
  );
}

export function OptionsInput(props: ParameterInputProps): ReactNode {
  return isRemote(props.property) ? <RemoteInput {...props} /> : <OwnInput {...props} />;
}

function OwnInput(props: ParameterInputProps): ReactNode {
  return <OptionPicker {...props} options={useOwnOptions(props)} />;
}

function RemoteInput(props: ParameterInputProps): ReactNode {
  const remote = useRemoteOptions(props.property, props.path);
  return (
    <RemoteFrame remote={remote} name={props.property.displayName} values={[props.value]}>
      <OptionPicker {...props} options={remote.options} isLoading={remote.isLoading} />
    </RemoteFrame>
  );
}

/** Stands around options that are loaded: a button that loads them anew, and why they could not be. */
export function RemoteFrame({
  remote,
  name,
  values,
  children,
}: {
  readonly remote: RemoteOptions;
  readonly name: string;
  /** What is chosen: each must be among the options once they are known. */
  readonly values: readonly unknown[];
  readonly children: ReactNode;
}): ReactNode {
  const { t } = useTranslation('params');
  return (
    <>
      <div className="param-remote">
        {children}
        <IconButton kind="normal" label={t('refresh', { name })} disabled={remote.isLoading} onClick={remote.refresh}>
          <Icon of={RefreshCw} size={14} />
        </IconButton>
      </div>
      {remote.problem === undefined ? null : (
        <div className="param-issues" role="alert">
          {t('loadFailed')} {remote.problem}
        </div>
      )}
      {unknownValues(remote, values).map((value) => (
        <div key={value} className="param-issues" role="alert">
          {t('notOffered', { value })}
        </div>
      ))}
    </>
  );
}

/** Values that the loaded options do not have (spec 3 §5). */
export function unknownValues({ options, isLoading, problem }: RemoteOptions, values: readonly unknown[]): readonly string[] {
  if (isLoading || problem !== undefined) return [];
  const known = new Set<unknown>(options.map(({ value }) => value));
  return values
    .filter((value) => value !== undefined && value !== null && value !== '' && !known.has(value))
    .map(shownValue)
    .filter((text) => !text.includes(customApiCall));
}
