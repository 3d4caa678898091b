// User profiles: name, e-mail address and survey answers.
import { AppError } from '../../contract/errors.ts';
import type { SurveyAnswers } from '../../contract/rest/me.ts';
import type { User } from '../../contract/rest/users.ts';
import type { UserRecord } from '../../store/index.ts';
import type { PasswordService } from './passwords.ts';
import { checkEmail, checkName } from './person-fields.ts';
import type { AccountPorts } from './ports.ts';
import { emailTaken } from './set-up.ts';
import { userView, userNotFound } from './user-view.ts';

export interface ProfileChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly currentPassword?: string;
}

export class ProfileService {
  readonly #ports: AccountPorts;
  readonly #passwords: Pick<PasswordService, 'confirm'>;

  constructor(ports: AccountPorts, passwords: Pick<PasswordService, 'confirm'>) {
    this.#ports = ports;
    this.#passwords = passwords;
  }

  /** Throws USER_NOT_FOUND. */
  async get(id: string): Promise<User> {
    return userView(await this.#user(id));
  }

  /**
   * Changes the given fields. A new e-mail address requires the current password, since reset links are sent to it. Throws BAD_REQUEST,
   * EMAIL_TAKEN, TOO_MANY_REQUESTS or USER_NOT_FOUND.
   */
  async update(id: string, profileChange: ProfileChange): Promise<User> {
    const user = await this.#user(id);
    const person = {
      firstName: checkName(profileChange.firstName ?? user.firstName ?? '', 'firstName'),
      lastName: checkName(profileChange.lastName ?? user.lastName ?? '', 'lastName'),
      email: checkEmail(profileChange.email ?? user.email ?? ''),
    };
    // The local user has no password before set-up.
    if (person.email !== user.email && user.passwordHash !== null) await this.#passwords.confirm(user, profileChange.currentPassword ?? '');
    if (!(await this.#ports.store.users.changePerson(id, person, this.#ports.now()))) throw emailTaken();
    return this.get(id);
  }

  /** Stores the survey answers, replacing earlier ones. Throws BAD_REQUEST if they are empty. */
  async answerSurvey(id: string, responses: SurveyAnswers): Promise<true> {
    if (Object.keys(responses).length === 0) throw new AppError('BAD_REQUEST', 'The survey has no answers. Send at least one.');
    await this.#ports.store.users.savePersonalization(id, responses, this.#ports.now());
    return true;
  }

  /**
   * Verifies the current password before a sensitive action; before set-up there is no password. Throws BAD_REQUEST, TOO_MANY_REQUESTS or
   * USER_NOT_FOUND.
   */
  async confirm(id: string, password = ''): Promise<void> {
    const user = await this.#user(id);
    if (user.passwordHash !== null) await this.#passwords.confirm(user, password);
  }

  async #user(id: string): Promise<UserRecord> {
    const user = await this.#ports.store.users.get(id);
    if (user === undefined) throw userNotFound(id);
    return user;
  }
}
