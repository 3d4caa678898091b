// The state of a credential in its dialog: entered values, whether they are saved, and saving them.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STORED_SECRET } from '../../../engine/contract/rest/constants.ts';
import type { CredentialView, CredentialPermissions } from '../../../engine/contract/rest/credentials.ts';
import { credentialsApi, type CredentialType } from '../../api/credentials.ts';
import { useAppDispatch } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { useChoice } from '../../ui/floating/confirm.tsx';
import { withDefaults, type CredentialValues } from './credential-values.ts';

type Person = CredentialView['sharedWith'][number];

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
  readonly saved: CredentialView | undefined;
  /** The values as they were opened or saved. */
  readonly savedValues: CredentialValues;
  readonly permissions: CredentialPermissions;
  readonly change: (part: Partial<Draft>) => void;
  /** Called once the account is connected, with the stored credential before and after; undefined if it could not be read. */
  readonly connected: (before: CredentialView | undefined, after: CredentialView | undefined) => void;
  /** Whether anything has changed since the credential was opened or saved. */
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /**
   * Resolves with the saved credential, or undefined after a failure, which has already been reported. If the credential was saved elsewhere in
   * the meantime, the user chooses between the two versions.
   */
  readonly save: () => Promise<CredentialView | undefined>;
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

export const nodeTypesOf = ({ nodesAccess }: Pick<CredentialView, 'nodesAccess'>): readonly string[] =>
  nodesAccess.map(({ nodeType }) => nodeType);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const idsOf = (people: readonly Person[]): readonly string[] => people.map(({ id }) => id).toSorted();

const draftOf = (type: CredentialType, saved: CredentialView): Draft => ({
  name: saved.name,
  values: withDefaults(type, saved.data ?? {}),
  nodeTypes: nodeTypesOf(saved),
  sharedWith: saved.sharedWith,
});

const withTokens = (draft: Draft): Draft => ({ ...draft, values: { ...draft.values, oauthTokenData: STORED_SECRET } });

/**
 * Whether connecting the account has changed only its tokens. If something else was saved meanwhile, the current version stays, so that the next
 * save has to ask.
 */
function hasSameValues(type: CredentialType, current?: CredentialView, before?: CredentialView, after?: CredentialView): boolean {
  if (before === undefined || after === undefined || current?.updatedAt !== before.updatedAt) return false;
  return isSame(withTokens(draftOf(type, before)), withTokens(draftOf(type, after)));
}

/** Whether anything but the sharing differs. */
const isChanged = (draft: Draft, base: Draft): boolean =>
  draft.name !== base.name || !isSame(draft.values, base.values) || !isSame(draft.nodeTypes.toSorted(), base.nodeTypes.toSorted());

/** `startName`: name of a new credential. `onLoaded` is called when a newer version has replaced the entered values. */
export function useCredentialDraft(
  type: CredentialType,
  opened: CredentialView | undefined,
  startName: string,
  onLoaded: () => void,
): CredentialDraft {
  const write = useWrite(type);
  const share = useShare();
  const [saved, setSaved] = useState(opened);
  const [draft, setDraft] = useState<Draft>(() =>
    opened === undefined ? { name: startName, values: withDefaults(type, {}), nodeTypes: [], sharedWith: [] } : draftOf(type, opened),
  );
  /** The draft as it was last opened or saved. */
  const [base, setBase] = useState(draft);
  const [isSaving, setIsSaving] = useState(false);
  const permissions = saved?.permissions ?? ofCreator;
  const isShareChanged = !isSame(idsOf(draft.sharedWith), idsOf(base.sharedWith));

  const load = (newer: CredentialView): void => {
    const next = draftOf(type, newer);
    setSaved(newer);
    setDraft(next);
    setBase(next);
    onLoaded();
  };

  const writeAndShare = async (): Promise<CredentialView | undefined> => {
    const written = await write(saved, draft, load);
    if (written === undefined) return undefined;
    setSaved(written);
    setBase({ ...draft, sharedWith: base.sharedWith });
    if (!isShareChanged || !permissions.updateSharing) return written;
    const shared = await share(written, draft.sharedWith);
    if (shared === undefined) return undefined;
    setSaved(shared);
    setBase(draft);
    return shared;
  };

  return {
    ...draft,
    saved,
    savedValues: base.values,
    permissions,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    connected: (before, after) => {
      setSaved((current) => (hasSameValues(type, current, before, after) ? after : current));
      setDraft(withTokens);
      setBase(withTokens);
    },
    isChanged: isShareChanged || isChanged(draft, base),
    isSaving,
    save: async () => {
      setIsSaving(true);
      const written = await writeAndShare();
      setIsSaving(false);
      return written;
    },
  };
}

/** Returns a function that shares a credential. It resolves with undefined after a failure, which it reports. */
function useShare(): (credential: CredentialView, people: readonly Person[]) => Promise<CredentialView | undefined> {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const [share] = credentialsApi.useShareCredentialMutation();
  return async ({ id, name }, people) => {
    const { data, error } = await share({ params: { id }, body: { shareWithIds: idsOf(people) as string[] } });
    if (data === undefined) dispatch(failureToast(t('shareFailed', { name }), error));
    return data;
  };
}

type Load = (newer: CredentialView) => void;

/**
 * Returns a function that creates or updates the credential, without its sharing. It resolves with undefined after a failure. If a newer version
 * was saved elsewhere, the user chooses to overwrite it or to load it.
 */
function useWrite(
  type: CredentialType,
): (saved: CredentialView | undefined, draft: Draft, load: Load) => Promise<CredentialView | undefined> {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const resolveConflict = useConflict();
  const [create] = credentialsApi.useCreateCredentialMutation();
  const [update] = credentialsApi.useUpdateCredentialMutation();
  return async (saved, { name, values, nodeTypes }, load) => {
    const nodesAccess = nodeTypes.map((nodeType) => ({ nodeType }));
    if (saved === undefined) {
      const { data, error } = await create({ body: { name, type: type.name, data: { ...values }, nodesAccess } });
      if (data === undefined) dispatch(failureToast(t('createFailed'), error));
      return data;
    }
    // Only fields that the user may change are sent.
    const body = {
      name,
      ...(saved.permissions.updateConnection ? { data: { ...values } } : {}),
      ...(saved.permissions.updateNodeAccess ? { nodesAccess } : {}),
    };
    const send = async (version: { readonly updatedAt?: string }): Promise<CredentialView | undefined> => {
      const { data, error } = await update({ params: { id: saved.id }, body: { ...body, ...version } });
      if ((error as RequestFailure | undefined)?.code === 'CREDENTIAL_CHANGED') return resolveConflict(saved, () => send({}), load);
      if (data === undefined) dispatch(failureToast(t('saveFailed', { name: saved.name }), error));
      return data;
    };
    return send({ updatedAt: saved.updatedAt });
  };
}

type ResolveConflict = (
  saved: CredentialView,
  overwrite: () => Promise<CredentialView | undefined>,
  load: Load,
) => Promise<CredentialView | undefined>;

/** Returns a function that asks whether to overwrite the newer version or to load it, and does so. */
function useConflict(): ResolveConflict {
  const { t } = useTranslation('credentials');
  const dispatch = useAppDispatch();
  const choose = useChoice();
  return async ({ id, name }, overwrite, load) => {
    const choice = await choose({
      title: t('conflict.title', { name }),
      text: t('conflict.text'),
      confirmLabel: t('conflict.overwrite'),
      otherLabel: t('conflict.load'),
      isDangerous: true,
    });
    if (choice === 'confirm') return overwrite();
    if (choice === 'cancel') return undefined;
    const newer = await dispatch(credentialsApi.endpoints.getCredential.initiate(id, { forceRefetch: true, subscribe: false }));
    // After a failure, `data` is that of an earlier request.
    if (newer.data === undefined || newer.error !== undefined) dispatch(failureToast(t('loadFailed'), newer.error));
    else {
      dispatch(credentialsApi.util.invalidateTags(['Credentials']));
      load(newer.data);
    }
    return undefined;
  };
}
