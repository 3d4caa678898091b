// Requires the consent of a user who runs another user's workflow by hand before the workflow reads credentials that only this user may use.
import { AppError } from '../../contract/errors.ts';
import type { CredentialReference, WorkflowFile } from '../../contract/workflow.ts';
import { Principal, type CredentialAsker } from '../../execution/index.ts';
import { NodeError } from '../../sdk/index.ts';
import type { CredentialRepository, LentCredentialRepository, Loan } from '../../store/index.ts';
import type { Principals } from '../principals.ts';
import type { TeamCalls } from '../team-calls.ts';

export interface LentCredentialsPorts {
  readonly credentials: Pick<CredentialRepository, 'find'>;
  readonly lent: LentCredentialRepository;
  readonly principals: Pick<Principals, 'userOf'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The other servers on the same database. Default: none. */
  readonly team?: Pick<TeamCalls, 'tell' | 'on'>;
}

interface Borrowed {
  readonly id: string;
  readonly name: string;
}

/** Maximum number of denied reads that are remembered. */
const REMEMBERED = 500;
/** Topic of messages about them. */
const DENIED = 'denied loan';

export class LentCredentials {
  readonly #ports: LentCredentialsPorts;
  /** Denied reads of credentials that the workflow file does not name, such as those of an inline workflow; by loan. */
  readonly #denied = new Map<string, Map<string, Borrowed>>();

  constructor(ports: LentCredentialsPorts) {
    this.#ports = ports;
    ports.team?.on(DENIED, (message) => {
      const { loan, borrowed } = message as unknown as { readonly loan: Loan; readonly borrowed: Borrowed };
      this.#remember(loan, borrowed);
    });
  }

  /** Throws NodeError CREDENTIALS_NOT_LENT if the run would read a credential that its user does not lend to the workflow. */
  async assertMayRead(type: string, reference: CredentialReference, { principal, node }: CredentialAsker): Promise<void> {
    if (!principal.isForeign) return;
    const borrowed = await this.#borrowed(type, reference, principal);
    const loan = await this.#loanOf(principal);
    if (borrowed === undefined || (loan !== undefined && (await this.#ports.lent.lent(loan)).has(borrowed.id))) return;
    // If the workflow was deleted, there is no loan: its loans are no longer known.
    if (loan !== undefined) {
      this.#remember(loan, borrowed);
      // The user may confirm at any server.
      this.#ports.team?.tell(DENIED, { loan: { ...loan }, borrowed: { ...borrowed } });
    }
    throw new NodeError(`The node "${node}" may not use your credential "${borrowed.name}": the workflow belongs to another user.`, {
      code: 'CREDENTIALS_NOT_LENT',
      hint: 'Run the workflow in the editor, and confirm that it may use the credential.',
    });
  }

  /**
   * Checks a run before it starts. `isConfirmed`: whether the user has agreed to lend everything that this run reads. Throws CREDENTIALS_NOT_LENT, whose
   * message names the credentials.
   */
  async assertLent(principal: Principal, file: WorkflowFile, isConfirmed: boolean): Promise<void> {
    if (!principal.isForeign) return;
    const loan = await this.#loanOf(principal);
    if (loan === undefined) return;
    const borrowed = new Map(this.#denied.get(keyOf(loan)));
    for (const { credentials, disabled } of file.nodes) {
      if (disabled === true) continue;
      for (const [type, reference] of Object.entries(credentials ?? {})) {
        const credential = await this.#borrowed(type, typeof reference === 'string' ? { id: null, name: reference } : reference, principal);
        if (credential !== undefined) borrowed.set(credential.id, credential);
      }
    }
    const lent = await this.#ports.lent.lent(loan);
    const open = [...borrowed.values()].filter(({ id }) => !lent.has(id));
    if (open.length > 0 && !isConfirmed) throw notLent(open);
    for (const { id } of open) await this.#ports.lent.lend(loan, id, this.#ports.now());
    this.#denied.delete(keyOf(loan));
  }

  /** Returns the credential if the user who runs the workflow may use it and the workflow's owner may not. */
  async #borrowed(type: string, reference: CredentialReference, principal: Principal): Promise<Borrowed | undefined> {
    const { credentials, principals } = this.#ports;
    const [user, owner] = await Promise.all([principals.userOf(principal), principals.userOf(ownerOf(principal))]);
    const credential = user === undefined ? undefined : await credentials.find(type, reference, user);
    if (credential === undefined) return undefined;
    const ofOwner = owner === undefined ? undefined : await credentials.find(type, { id: credential.id, name: credential.name }, owner);
    return ofOwner === undefined ? { id: credential.id, name: credential.name } : undefined;
  }

  async #loanOf(principal: Principal): Promise<Loan | undefined> {
    const user = await this.#ports.principals.userOf(principal);
    const { workflowId } = principal;
    return user === undefined || workflowId === undefined ? undefined : { userId: user.userId, workflowId };
  }

  #remember(loan: Loan, borrowed: Borrowed): void {
    const denied = this.#denied.get(keyOf(loan)) ?? new Map<string, Borrowed>();
    this.#denied.set(keyOf(loan), denied.set(borrowed.id, borrowed));
    const [oldest] = this.#denied.keys();
    if (this.#denied.size > REMEMBERED && oldest !== undefined) this.#denied.delete(oldest);
  }
}

/** The identity of the workflow's owner; nobody's if the workflow was deleted. */
const ownerOf = ({ workflowId, ownerId }: Principal): Principal =>
  workflowId === undefined || ownerId === undefined ? Principal.nobody : Principal.ofWorkflow({ id: workflowId, ownerId });

const keyOf = ({ userId, workflowId }: Loan): string => JSON.stringify([userId, workflowId]);

function notLent(credentials: readonly Borrowed[]): AppError {
  const names = credentials.map(({ name }) => `"${name}"`).join(', ');
  return new AppError(
    'CREDENTIALS_NOT_LENT',
    `This workflow belongs to another user. If you run it, it uses credentials that only you may use: ${names}. Users who can change the workflow decide where they are sent.`,
    { params: { credentials: credentials.map(({ name }) => name) }, hint: 'Confirm that the workflow may use your credentials.' },
  );
}
