// One field for each credential type that the node can use with its current parameters.
import { KeyRound, Plus } from 'lucide-react';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WorkflowNode } from '../../../../../engine/contract/workflow.ts';
import { chosenByParameter, shownCredentialSlots } from '../../../../../engine/workflow/credential-issues.ts';
import type { PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { ownValue } from '../../../../../engine/workflow/own-properties.ts';
import { editorApi } from '../../../../api/editor.ts';
import { useAppDispatch } from '../../../../state/store.ts';
import { modalOpened } from '../../../../state/ui-slice.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { change } from '../../actions/change.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { OptionPicker } from '../options/option-picker.tsx';
import { referenceOf, withReplacedCredential } from './credential-reference.ts';

interface Known {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export function CredentialFields(): ReactNode {
  const { node, description } = useOpenNode();
  const { data: known = [] } = editorApi.useCredentialsQuery();
  const { data: types = [] } = editorApi.useCredentialTypesQuery();
  if (description === undefined) return null;
  const slots = [...chosenByParameter(node, description), ...shownCredentialSlots(node, description)];
  const labelOf = (name: string, own: string | undefined): string =>
    own ?? String((types as readonly { name: string; displayName?: string }[]).find((type) => type.name === name)?.displayName ?? name);
  return slots.map(({ name, displayName, required }) => (
    <CredentialField
      key={name}
      type={name}
      label={labelOf(name, displayName)}
      isRequired={required === true}
      known={(known as readonly Known[]).filter(({ type }) => type === name)}
    />
  ));
}

interface CredentialFieldProps {
  readonly type: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly known: readonly Known[];
}

/** Returns a function that sets a credential; other nodes with the same broken reference are changed too. */
function useChooseCredential(type: string, known: readonly Known[]): (id: unknown) => void {
  const { t } = useTranslation('params');
  const { node, editor } = useOpenNode();
  return (id) => {
    const credential = known.find((each) => each.id === id);
    if (credential === undefined) return;
    let replaced = 0;
    change(editor, 'credential', (file) => {
      const made = withReplacedCredential(file, node as WorkflowNode, type, credential, new Set(known.map((each) => each.id)));
      replaced = made.others;
      return made.file;
    });
    if (replaced > 0) {
      editor.ui.notify({
        kind: 'success',
        title: t('credential.replacedTitle'),
        message: t('credential.replaced', { name: credential.name, count: replaced }),
      });
    }
  };
}

interface CreateCredentialProps {
  readonly type: string;
  readonly known: readonly Known[];
  readonly onCreated: (id: string) => void;
}

/** Opens the dialog of a new credential, which is then selected on the node. */
function CreateCredential({ type, known, onCreated }: CreateCredentialProps): ReactNode {
  const { t } = useTranslation('params');
  const dispatch = useAppDispatch();
  /** Credentials that existed when the dialog was opened. */
  const [before, setBefore] = useState<ReadonlySet<string>>();
  const created = before === undefined ? undefined : known.find(({ id }) => !before.has(id))?.id;
  useEffect(() => {
    if (created === undefined) return;
    setBefore(undefined);
    onCreated(created);
  }, [created, onCreated]);
  const open = (): void => {
    setBefore(new Set(known.map(({ id }) => id)));
    dispatch(modalOpened({ name: 'credential', type }));
  };
  return (
    <button type="button" className="param-link" onClick={open}>
      <Icon of={Plus} size={12} />
      {t('credential.create')}
    </button>
  );
}

function CredentialField({ type, label, isRequired, known }: CredentialFieldProps): ReactNode {
  const { t } = useTranslation('params');
  const { node, issues, isReadOnly, isForced } = useOpenNode();
  const choose = useChooseCredential(type, known);
  const id = useId();
  const reference = referenceOf(ownValue(node.credentials, type));
  const found = isForced || reference !== undefined ? (issues?.credentials?.[type] ?? []) : [];
  const options: readonly PropertyOption[] = known.map((credential) => ({ name: credential.name, value: credential.id }));
  const isKnown = known.some((credential) => credential.id === reference?.id);
  return (
    <div className="param" data-type="credentials">
      <div className="param-head">
        <label id={`${id}-label`} htmlFor={id} className="param-label">
          {t('credential.label', { name: label })}
          {isRequired ? (
            <span className="param-required" aria-hidden>
              *
            </span>
          ) : null}
        </label>
      </div>
      <OptionPicker
        property={{
          displayName: t('credential.label', { name: label }),
          name: type,
          type: 'credentials',
          default: '',
          placeholder: t('credential.choose'),
        }}
        path={`credentials.${type}`}
        // A reference without id is shown by its stored name.
        value={isKnown ? reference?.id : (reference?.name ?? '')}
        options={options}
        onChange={choose}
        isDisabled={isReadOnly}
        isInvalid={found.length > 0}
        id={id}
        onBlur={() => undefined}
        emptyText={t('credential.none', { name: label })}
      />
      {isReadOnly ? null : <CreateCredential type={type} known={known} onCreated={choose} />}
      <Link className="param-link" to="/credentials">
        <Icon of={KeyRound} size={12} />
        {t('credential.manage')}
      </Link>
      {found.length === 0 ? null : (
        <div className="param-issues" role="alert">
          {found.join(' ')}
        </div>
      )}
    </div>
  );
}
