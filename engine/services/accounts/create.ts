// Builds the account services of a server.
import { AccountMail } from '../mail/account-mail.ts';
import type { Principals } from '../principals.ts';
import type { Components, ServiceConfig } from '../service-config.ts';
import type { TeamCalls } from '../team-calls.ts';
import { createAccountServices, PasswordHasher, type AccountServices } from './index.ts';

/** What changes with the workflows of a removed user. */
interface Neighbours {
  readonly active: { deactivate(id: string): Promise<unknown>; moved(ids: readonly string[]): Promise<unknown> };
  readonly executions: { readonly ofDeleted: { ended(workflowId: string): Promise<unknown> } };
  readonly principals: Principals;
  readonly states: { forget(workflowId: string): void };
  readonly team: TeamCalls;
  readonly contact: { submit(person: { readonly id: string; readonly email: string }): void };
}

export function createAccounts({ store, clock, logger }: Components, config: ServiceConfig, neighbours: Neighbours): AccountServices {
  const { active, executions, principals, states, contact, team } = neighbours;
  return createAccountServices({
    store,
    ids: config.ids,
    randomBytes: config.randomBytes,
    editorUrl: config.editorUrl,
    sharedUrl: config.sharedUrl,
    isShared: config.isShared,
    usesUserManagement: config.settings.usesUserManagement,
    now: () => clock.now(),
    hasher: new PasswordHasher(),
    mail: new AccountMail(config.smtp),
    sessionTime: config.settings.sessionHours * 3_600_000,
    local: config.localAccess,
    onWorkflowsRemoved: async (removed) => {
      for (const id of removed) {
        await active.deactivate(id);
        await executions.ofDeleted.ended(id);
        states.forget(id);
      }
    },
    onWorkflowsMoved: async (moved, from, to) => {
      await active.moved(moved);
      const { userId } = await principals.ofPerson(to);
      if (userId !== undefined) await store.executionList.changeOwner(from, userId);
    },
    onAgreed: (person) => contact.submit(person),
    logger,
    team,
  });
}
