// The state of a credential in its dialog: entered values, whether they are saved, and saving them.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STORED_SECRET, type CredentialAnswer, type CredentialPermissions } from '../../../engine/contract/rest/credentials.ts';
import { credentialsApi, type CredentialType } from '../../api/credentials.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { withDefaults, type CredentialValues } from './credential-values.ts';

type Person = CredentialAnswer['sharedWith'][number];

/** The values that the dialog edits. */
export interface Draft {
  readonly name: string;
  readonly values: CredentialValues;
  /** Node types that may use it; empty for all. */
  readonly nodeTypes: readonly string[];
  readonly sharedWith: readonly Person[];
}

export interface CredentialDraft extends Draft {
  /** The saved credential; undefined for a new one. */
  readonly saved: CredentialAnswer | undefined;
  /** The values as they were opened or saved. */
  readonly savedValues: CredentialValues;
  readonly permissions: CredentialPermissions;
  readonly change: (part: Partial<Draft>) => void;
  /** Called once the account is connected and the server has stored its tokens. */
  readonly connected: () => void;
  /** Whether anything has changed since the credential was opened or saved. */
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Resolves with the saved credential, or undefined after a failure, which has already been reported. */
  readonly save: () => Promise<CredentialAnswer | undefined>;
}

/** Permissions of the creator, who owns a new credential. */
const ofCreator: CredentialPermissions = {
  isOwner: true,
  isInstanceOwner: false,
  updateName: true,
  updateConnection: true,
  updateSharing: true,
  updateNodeAccess: true,
  save: true,
  delete: true,
  test: true,
  use: true,
};

export const nodeTypesOf = ({ nodesAccess }: Pick<CredentialAnswer, 'nodesAccess'>): readonly string[] =>
  nodesAccess.map(({ nodeType }) => nodeType);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const idsOf = (people: readonly Person[]): readonly string[] => people.map(({ id }) => id).toSorted();

/** `startName`: name of a new credential. */
export function useCredentialDraft(type: CredentialType, opened: CredentialAnswer | undefined, startName: string): CredentialDraft {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const [saved, setSaved] = useState(opened);
  const [draft, setDraft] = useState<Draft>(() => ({
    name: opened?.name ?? startName,
    values: withDefaults(type, opened?.data ?? {}),
    nodeTypes: opened === undefined ? [] : nodeTypesOf(opened),
    sharedWith: opened?.sharedWith ?? [],
  }));
  /** The draft as it was last opened or saved. */
  const [base, setBase] = useState(draft);
  const [isSaving, setIsSaving] = useState(false);
  const [create] = credentialsApi.useCreateCredentialMutation();
  const [update] = credentialsApi.useUpdateCredentialMutation();
  const [share] = credentialsApi.useShareCredentialMutation();
  const permissions = saved?.permissions ?? ofCreator;
  const isShareChanged = !isSame(idsOf(draft.sharedWith), idsOf(base.sharedWith));

  const write = async (): Promise<CredentialAnswer | undefined> => {
    const { name, values, nodeTypes } = draft;
    const nodesAccess = nodeTypes.map((nodeType) => ({ nodeType }));
    if (saved === undefined) {
      const { data, error } = await create({ body: { name, type: type.name, data: { ...values }, nodesAccess } });
      if (data === undefined) dispatch(failureToast(t('createFailed'), error));
      return data;
    }
    // Only fields that the user may change are sent.
    const body = {
      name,
      ...(permissions.updateConnection ? { data: { ...values } } : {}),
      ...(permissions.updateNodeAccess ? { nodesAccess } : {}),
    };
    const { data, error } = await update({ params: { id: saved.id }, body });
    if (data === undefined) dispatch(failureToast(t('saveFailed', { name: saved.name }), error));
    return data;
  };

  const writeAndShare = async (): Promise<CredentialAnswer | undefined> => {
    const written = await write();
    if (written === undefined) return undefined;
    setSaved(written);
    setBase({ ...draft, sharedWith: base.sharedWith });
    if (!isShareChanged || !permissions.updateSharing) return written;
    const { data, error } = await share({ params: { id: written.id }, body: { shareWithIds: idsOf(draft.sharedWith) as string[] } });
    if (data === undefined) {
      dispatch(failureToast(t('shareFailed', { name: written.name }), error));
      return undefined;
    }
    setSaved(data);
    setBase(draft);
    return data;
  };

  return {
    ...draft,
    saved,
    savedValues: base.values,
    permissions,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    connected: () => {
      const withTokens = (before: Draft): Draft => ({ ...before, values: { ...before.values, oauthTokenData: STORED_SECRET } });
      setDraft(withTokens);
      setBase(withTokens);
    },
    isChanged:
      isShareChanged ||
      draft.name !== base.name ||
      !isSame(draft.values, base.values) ||
      !isSame(draft.nodeTypes.toSorted(), base.nodeTypes.toSorted()),
    isSaving,
    save: async () => {
      setIsSaving(true);
      const written = await writeAndShare();
      setIsSaving(false);
      return written;
    },
  };
}
