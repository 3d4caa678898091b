// One field for each credential type that the node can use with its current parameters.
import { KeyRound, Pencil, Plus } from 'lucide-react';
import { useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CredentialView } from '../../../../../engine/contract/rest/credentials.ts';
import { chosenByParameter, visibleCredentialSlots } from '../../../../../engine/workflow/issues/credential-issues.ts';
import type { PropertyOption } from '../../../../../engine/workflow/node-type.ts';
import { ownValue } from '../../../../../engine/workflow/values/own-properties.ts';
import { editorApi } from '../../../../api/editor.ts';
import { personName } from '../../../../lib/person-name.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useOpenNode } from '../../open-node/index.ts';
import { OptionPicker } from '../options/option-picker.tsx';
import { referenceOf } from './credential-reference.ts';
import { useCredentialChoice } from './use-credential-choice.ts';

export function CredentialFields(): ReactNode {
  const { node, description } = useOpenNode();
  const { data, isFetching } = editorApi.useCredentialsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: types = [] } = editorApi.useCredentialTypesQuery();
  if (description === undefined) return null;
  const slots = [...chosenByParameter(node, description), ...visibleCredentialSlots(node, description)];
  const labelOf = (name: string, own: string | undefined): string =>
    own ?? String((types as readonly { name: string; displayName?: string }[]).find((type) => type.name === name)?.displayName ?? name);
  return slots.map(({ name, displayName, required }) => (
    <CredentialField
      key={name}
      type={name}
      label={labelOf(name, displayName)}
      isRequired={required === true}
      all={data}
      isFetching={isFetching}
    />
  ));
}

interface CredentialFieldProps {
  readonly type: string;
  readonly label: string;
  readonly isRequired: boolean;
  /** Credentials of all types; undefined until they are loaded. */
  readonly all: readonly CredentialView[] | undefined;
  readonly isFetching: boolean;
}

function CredentialField({ type, label, isRequired, all, isFetching }: CredentialFieldProps): ReactNode {
  const { t } = useTranslation('params');
  const { node, issues, isReadOnly, isForced, description } = useOpenNode();
  const usable = useMemo(() => all?.filter((credential) => credential.type === type && credential.permissions.use), [all, type]);
  // A list that is being reloaded may not contain the credential yet.
  const { choose, create, edit } = useCredentialChoice(type, isFetching ? undefined : usable);
  const id = useId();
  const reference = referenceOf(ownValue(node.credentials, type));
  const chosen = usable?.find((credential) => credential.id === reference?.id);
  const obstacle = chosen === undefined ? undefined : obstacleOf(chosen, node.type);
  const messages = [
    ...(isForced || reference !== undefined ? (issues?.credentials?.[type] ?? []) : []),
    ...(obstacle === undefined ? [] : [t(`credential.${obstacle}`, { type: description?.displayName ?? node.type })]),
  ];
  const isMissing = usable !== undefined && reference?.id !== undefined && chosen === undefined;
  const name = reference?.name ?? '';
  return (
    <div className="param" data-type="credentials">
      <CredentialLabel id={id} label={label} isRequired={isRequired} />
      <div className="param-credential">
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
          value={chosen?.id ?? (isMissing ? t('credential.missing', { name }) : name)}
          options={useOptions(usable, node.type)}
          onChange={(next) => {
            const credential = usable?.find((each) => each.id === next);
            if (credential !== undefined) choose(credential);
          }}
          isDisabled={isReadOnly}
          isInvalid={messages.length > 0 || isMissing}
          id={id}
          onBlur={() => undefined}
          emptyText={t('credential.none', { name: label })}
        />
        {chosen === undefined || isReadOnly ? null : (
          <IconButton kind="normal" label={t('credential.edit', { name: chosen.name })} onClick={() => edit(chosen.id)}>
            <Icon of={Pencil} size={14} />
          </IconButton>
        )}
      </div>
      {messages.length === 0 ? null : (
        <div className="param-issues" role="alert">
          {messages.join(' ')}
        </div>
      )}
      <CredentialLinks onCreate={isReadOnly ? undefined : create} />
    </div>
  );
}

interface CredentialLabelProps {
  readonly id: string;
  readonly label: string;
  readonly isRequired: boolean;
}

function CredentialLabel({ id, label, isRequired }: CredentialLabelProps): ReactNode {
  const { t } = useTranslation('params');
  return (
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
  );
}

/** `onCreate`: undefined if credentials cannot be created. */
function CredentialLinks({ onCreate }: { readonly onCreate: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('params');
  return (
    <div className="param-credential-links">
      {onCreate === undefined ? null : (
        <Button kind="quiet" size="small" onClick={onCreate}>
          <Icon of={Plus} size={12} />
          {t('credential.create')}
        </Button>
      )}
      <Link className="param-link" to="/credentials">
        <Icon of={KeyRound} size={12} />
        {t('credential.manage')}
      </Link>
    </div>
  );
}

type Obstacle = 'refused' | 'refusedByOwner' | 'unconnected' | 'unconnectedByOwner';

/** Returns why nodes of this type cannot use the credential; undefined if they can. */
function obstacleOf({ nodesAccess, isConnected, permissions }: CredentialView, nodeType: string): Obstacle | undefined {
  if (!isAllowed(nodesAccess, nodeType)) return permissions.updateNodeAccess ? 'refused' : 'refusedByOwner';
  if (isConnected === false) return permissions.updateConnection ? 'unconnected' : 'unconnectedByOwner';
  return undefined;
}

const isAllowed = (nodesAccess: CredentialView['nodesAccess'], nodeType: string): boolean =>
  nodesAccess.length === 0 || nodesAccess.some((entry) => entry.nodeType === nodeType);

/** Returns the user's own credentials, followed by shared credentials with their owner's name. */
function useOptions(usable: readonly CredentialView[] | undefined, nodeType: string): readonly PropertyOption[] {
  const { t } = useTranslation('params');
  return useMemo(() => {
    const all = usable ?? [];
    const option = (credential: CredentialView): PropertyOption => {
      const { id, name, ownedBy, permissions, nodesAccess } = credential;
      const owner = ownedBy === undefined ? '' : personName(ownedBy);
      const about = [
        // Descriptions of options are HTML.
        ...(permissions.isOwner ? [] : [t('credential.shared', { name: plainText(owner) })]),
        ...(isAllowed(nodesAccess, nodeType) ? [] : [t('credential.otherNodes')]),
      ];
      return { name, value: id, ...(about.length === 0 ? {} : { description: about.join('. ') }) };
    };
    const [own, shared] = [true, false].map((isOwner) => all.filter(({ permissions }) => permissions.isOwner === isOwner).map(option));
    return [...(own ?? []), ...(shared ?? [])];
  }, [usable, nodeType, t]);
}

const plainText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
