// A select of one option, from the description or loaded by the node.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { customApiCall } from '../../../../../engine/workflow/issues/parameter-issues.ts';
import { displayText } from '../../../../../engine/workflow/values/display-text.ts';
import { displayParameterPath } from '../../../../../engine/workflow/parameters/visibility.ts';
import { Button } from '../../../../ui/button.tsx';
import { useFieldAction, useOpenNode } from '../../open-node/index.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { parentPath } from '../parameter-path.ts';
import { OptionPicker } from './option-picker.tsx';
import { isRemote, useRemoteOptions, type RemoteOptions } from './use-remote-options.ts';

/** Returns the options of the description that their display rules show. */
export function useOwnOptions({ property, path }: Pick<ParameterInputProps, 'property' | 'path'>): readonly PropertyOption[] {
  const { allParameters, served, description } = useOpenNode();
  return useMemo(
    () =>
      ((property.options ?? []) as readonly PropertyOption[]).filter((option) =>
        displayParameterPath(allParameters, option, parentPath(path), served, description ?? null),
      ),
    [property, path, allParameters, served, description],
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
  useFieldAction(props.actions, 'refresh', remote.refresh);
  return (
    <RemoteFrame remote={remote} values={[props.value]}>
      <OptionPicker {...props} options={remote.options} isLoading={remote.isLoading} emptyText={remote.awaited} />
    </RemoteFrame>
  );
}

/** Wraps the input of loaded options and shows why they were not loaded. */
export function RemoteFrame({
  remote,
  values,
  children,
}: {
  readonly remote: RemoteOptions;
  /** Chosen values, which must be among the loaded options. */
  readonly values: readonly unknown[];
  readonly children: ReactNode;
}): ReactNode {
  const { t } = useTranslation('params');
  return (
    <>
      {children}
      <Awaited text={remote.awaited} />
      <LoadProblem problem={remote.problem} onRetry={remote.refresh} />
      {unknownValues(remote, values).map((value) => (
        <div key={value} className="param-issues" role="alert">
          {t('notOffered', { value })}
        </div>
      ))}
    </>
  );
}

/** Says what to choose before the list can be loaded. */
export function Awaited({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <p className="param-hint" role="status">
      {text}
    </p>
  );
}

/** Shown if a request failed. */
export function LoadProblem({ problem, onRetry }: { readonly problem: string | undefined; readonly onRetry: () => void }): ReactNode {
  const { t } = useTranslation('params');
  if (problem === undefined) return null;
  return (
    <div className="param-issues param-failed">
      <span role="alert">
        {t('loadFailed')} {problem}
      </span>
      <Button size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  );
}

/** Returns the values that are not among the loaded options. */
function unknownValues({ options, isLoading, problem, awaited }: RemoteOptions, values: readonly unknown[]): readonly string[] {
  if (isLoading || problem !== undefined || awaited !== undefined) return [];
  const listedValues = new Set<unknown>(options.map(({ value }) => value));
  return values
    .filter((value) => value !== undefined && value !== null && value !== '' && !listedValues.has(value))
    .map(displayText)
    .filter((text) => !text.includes(customApiCall));
}
