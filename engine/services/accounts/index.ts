// Entry point of the account services: sign-in, users and profiles.
import { ApiKeyService } from './api-keys.ts';
import { InvitationService } from './invitations.ts';
import { LocalAccessService } from './local-access.ts';
import { PasswordService } from './passwords.ts';
import type { AccountPorts } from './ports.ts';
import { ProfileService } from './profile.ts';
import { SessionService } from './sessions.ts';
import { SetUpService, type UserManagementSettings } from './set-up.ts';
import { SignInService } from './sign-in.ts';
import { TokenService } from './tokens.ts';
import { UserService } from './users.ts';

export type { AccountPorts, LocalAccessPorts } from './ports.ts';
export type { UserManagementSettings } from './set-up.ts';
export { PasswordHasher } from './password-hasher.ts';

export interface AccountServices {
  readonly setUp: SetUpService;
  readonly signIn: SignInService;
  readonly sessions: SessionService;
  readonly users: UserService;
  readonly invitations: InvitationService;
  readonly passwords: PasswordService;
  readonly profile: ProfileService;
  readonly apiKeys: ApiKeyService;
  readonly localAccess: LocalAccessService;
  /** Creates the owner's row if it is missing; returns its id. Called at every start. */
  ensureOwner(): Promise<string>;
  /** User management settings of GET /settings. */
  userManagementSettings(): Promise<UserManagementSettings>;
  /** Resolves once work that continues after the responses is done. */
  settled(): Promise<void>;
}

export function createAccountServices(ports: AccountPorts): AccountServices {
  const sessions = new SessionService(ports);
  const tokens = new TokenService(ports);
  const setUp = new SetUpService(ports, sessions);
  const passwords = new PasswordService(ports, tokens, sessions);
  return {
    setUp,
    sessions,
    passwords,
    signIn: new SignInService(ports, sessions),
    users: new UserService(ports, sessions),
    invitations: new InvitationService(ports, tokens, sessions),
    profile: new ProfileService(ports, passwords),
    apiKeys: new ApiKeyService(ports),
    localAccess: new LocalAccessService(ports, tokens),
    ensureOwner: () => setUp.ensureOwner(),
    userManagementSettings: () => setUp.userManagementSettings(),
    settled: () => passwords.settled(),
  };
}
