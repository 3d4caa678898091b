// Account pages: set-up, sign-in, personal settings, users.
import type { Locator, Page } from 'playwright-core';

export interface Person {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

export class AccountPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async setUp({ email, firstName, lastName, password }: Person): Promise<void> {
    await this.#page.getByLabel('E-mail address').fill(email);
    await this.fillName(firstName, lastName);
    await this.#page.getByLabel('Password').fill(password);
    await this.#page.getByRole('button', { name: 'Next' }).click();
  }

  async signUp({ firstName, lastName, password }: Person): Promise<void> {
    await this.fillName(firstName, lastName);
    await this.#page.getByLabel('Password').fill(password);
    await this.#page.getByRole('button', { name: 'Finish' }).click();
  }

  async signIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
    await this.#page.getByLabel('E-mail address').fill(email);
    await this.#page.getByLabel('Password').fill(password);
    await this.#page.getByRole('button', { name: 'Sign in' }).click();
  }

  async signOut(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Account of/ }).click();
    await this.#page.getByRole('menuitem', { name: 'Sign out' }).click();
    await this.title('Sign in').waitFor();
  }

  async fillName(firstName: string, lastName: string): Promise<void> {
    await this.#page.getByLabel('First name').fill(firstName);
    await this.#page.getByLabel('Last name').fill(lastName);
  }

  async invite(addresses: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Invite' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByLabel('E-mail addresses').fill(addresses);
    await dialog.getByRole('button', { name: /^Invite/ }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  title(text: string): Locator {
    return this.#page.getByRole('heading', { level: 1, name: text });
  }

  user(email: string): Locator {
    return this.#page.getByRole('row').filter({ hasText: email });
  }
}
