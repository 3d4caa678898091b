// The account services on the database of a data folder, for commands. They send no e-mail.
import { randomBytes } from 'node:crypto';
import { createIds } from '../ids.ts';
import { createAccountServices, PasswordHasher, type AccountServices } from '../services/accounts/index.ts';
import { AccountMail } from '../services/mail/account-mail.ts';
import type { Store } from '../store/index.ts';
import { LocalTokenFile } from '../vault/local-token.ts';

const silent = (): void => undefined;

export function accountsOver(store: Store, dataDir: string): AccountServices {
  return createAccountServices({
    store,
    now: Date.now,
    ids: createIds(Date.now),
    randomBytes,
    hasher: new PasswordHasher(),
    mail: new AccountMail(undefined),
    local: { mode: 'secret', token: new LocalTokenFile(dataDir), linkUrl: () => undefined, webhookUrl: () => '' },
    sessionTime: 0,
    editorUrl: () => '',
    sharedUrl: () => '',
    isShared: false,
    onWorkflowsRemoved: silent,
    logger: { error: silent, warn: silent },
  });
}
