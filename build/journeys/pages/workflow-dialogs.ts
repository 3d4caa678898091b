// Page object of the workflow dialogs, in the editor's menu and the list.
import type { Locator, Page } from 'playwright-core';

export class WorkflowDialogs {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async fromHeader(entry: 'Duplicate' | 'Settings'): Promise<void> {
    await this.#page.getByRole('button', { name: 'Workflow menu' }).click();
    await this.#page.getByRole('menuitem', { name: new RegExp(`^${entry}`) }).click();
  }

  async fromList(workflow: string, entry: 'Duplicate' | 'Settings'): Promise<void> {
    await this.#page.getByRole('button', { name: `Menu for ${workflow}`, exact: true }).click();
    await this.#page.getByRole('menuitem', { name: new RegExp(`^${entry}`) }).click();
  }

  get copyName(): Locator {
    return this.#page.getByLabel('Name of the copy');
  }

  async duplicate(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  }

  get settings(): Locator {
    return this.#page.getByRole('dialog', { name: /^Settings of/ });
  }

  field(name: string): Locator {
    return this.settings.getByRole('combobox', { name: new RegExp(`^${name}`) });
  }

  async choose(field: string, option: string): Promise<void> {
    await this.field(field).click();
    await this.#page.getByRole('option', { name: option, exact: true }).click();
  }

  async searchFor(field: string, text: string): Promise<void> {
    await this.field(field).click();
    await this.#page.keyboard.type(text);
    await this.#page.getByRole('option', { name: new RegExp(text, 'i') }).waitFor();
    await this.#page.keyboard.press('Enter');
  }

  async limitTo(part: 'hours' | 'minutes' | 'seconds', value: string): Promise<void> {
    await this.settings.getByRole('spinbutton', { name: part }).fill(value);
  }

  get limit(): Locator {
    return this.settings.getByRole('switch', { name: 'Time limit' });
  }

  async saveSettings(): Promise<void> {
    await this.settings.getByRole('button', { name: 'Save', exact: true }).click();
  }
}
